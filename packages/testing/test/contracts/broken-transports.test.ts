// The contract must refuse what it is there to refuse: each transport here is right but for one thing.
import {
  type Connection,
  type Exchange,
  isMcpError,
  type JsonRpcRequest,
  type Transport,
} from "@snodo/protocol";
import { expect, test } from "vitest";
import {
  ContractFailure,
  contractServer,
  memoryTransport,
  runContract,
  type TransportSubject,
  transportContract,
} from "../../src/index.ts";

/** Runs the contract and gives the names of what failed; `only` picks cases by their names. */
async function failures(make: () => TransportSubject, only: RegExp = /./): Promise<string[]> {
  const runs: (readonly [string, () => Promise<void>])[] = [];
  runContract((name, run) => runs.push([name, run]), transportContract, make, { without: ["limit"] });
  const failed: string[] = [];
  for (const [name, run] of runs.filter(([each]) => only.test(each))) {
    await run().catch((error: unknown) => {
      if (!(error instanceof ContractFailure) && !isMcpError(error)) throw error;
      failed.push(name);
    });
  }
  return failed;
}

type Change = (inner: Connection) => Partial<Connection>;

/** A transport whose connections have other methods. */
function altered(change: Change, around: Partial<Transport> = {}): () => TransportSubject {
  return () => {
    const inner = memoryTransport(contractServer());
    const transport: Transport = {
      kind: "broken",
      label: "a broken transport",
      async open(context) {
        const connection = await inner.open(context);
        const bound: Connection = {
          send: (request, exchange) => connection.send(request, exchange),
          notify: (message, routing) => connection.notify?.(message, routing) ?? Promise.resolve(),
          close: () => connection.close(),
          streaming: true,
        };
        return { ...bound, ...change(connection) };
      },
      ...around,
    };
    return { transport, sever: () => inner.sever() };
  };
}

/** Sends requests with another exchange. */
const exchanging =
  (change: (exchange: Exchange, request: JsonRpcRequest) => Partial<Exchange>): Change =>
  (inner) => ({
    send: (request, exchange) => inner.send(request, { ...exchange, ...change(exchange, request) }),
  });

test("labels that show a query, and an empty kind", async () => {
  expect(
    await failures(
      altered(() => ({}), { label: "http://x.test/?token=1" }),
      /label/,
    ),
  ).toHaveLength(1);
  expect(
    await failures(
      altered(() => ({}), { kind: "" }),
      /label/,
    ),
  ).toHaveLength(1);
});

test("an aborted signal that is ignored", async () => {
  const deaf = altered(() => ({}));
  expect(await failures(deaf, /aborted signal/)).toEqual([]);
  const subject = (): TransportSubject => {
    const inner = memoryTransport(contractServer());
    return { transport: { ...inner, open: ({ signal: _ignored, ...context }) => inner.open(context) } };
  };
  expect(await failures(subject, /aborted signal/)).toEqual([
    "lifecycle: open with an aborted signal rejects with its reason",
  ]);
});

test("errors that are no McpErrors", async () => {
  const plain = altered((inner) => ({
    send(request, exchange) {
      const flight = inner.send(request, exchange);
      const response = flight.response.catch((error: unknown) => {
        throw new Error(String(error));
      });
      return { response, cancel: (reason) => flight.cancel(reason) };
    },
  }));
  const failed = await failures(plain, /close rejects|after close|lost server rejects/);
  expect(failed).toHaveLength(6);
});

test("progress that comes after the answer, out of order, twice or not at all", async () => {
  const late = exchanging((exchange) => ({
    notification: (message) => void setTimeout(() => exchange.notification(message), 20),
  }));
  const twice = exchanging((exchange) => ({
    notification(message) {
      exchange.notification(message);
      exchange.notification(message);
    },
  }));
  const lost = exchanging((exchange) => ({
    notification(message) {
      if (message.params?.["progress"] !== 3) exchange.notification(message);
    },
  }));
  for (const change of [late, twice, lost]) {
    expect(await failures(altered(change), /progress arrives/)).toEqual([
      "delivery: progress arrives in order and before the answer (2026-07-28)",
      "delivery: progress arrives in order and before the answer (2025-11-25)",
    ]);
  }
});

test("text that is damaged on its way", async () => {
  const damaging: Change = (inner) => ({
    send: (request, exchange) =>
      inner.send(
        JSON.parse(JSON.stringify(request).replaceAll("\\u2028", " ").replaceAll("\u2028", " ")),
        exchange,
      ),
  });
  expect(await failures(altered(damaging), /text of every kind/)).toHaveLength(2);
});

test("answers that are handed to another call", async () => {
  const swapping: Change = (inner) => {
    let kept: Promise<unknown> | undefined;
    return {
      send(request, exchange) {
        const flight = inner.send(request, exchange);
        const mine = flight.response;
        const echo = request.method === "tools/call" && JSON.stringify(request.params).includes('"echo"');
        const response = echo && kept !== undefined ? (kept as typeof mine) : mine;
        if (echo) kept = mine;
        return { response, cancel: (reason) => flight.cancel(reason) };
      },
    };
  };
  expect(await failures(altered(swapping), /each of many calls/)).toHaveLength(2);
});

test("a close that tells the client, or does not settle what is under way", async () => {
  const telling = (): TransportSubject => {
    const inner = memoryTransport(contractServer());
    return {
      transport: {
        ...inner,
        async open(context) {
          const connection = await inner.open(context);
          return {
            send: (request, exchange) => connection.send(request, exchange),
            notify: (message, routing) => connection.notify?.(message, routing) ?? Promise.resolve(),
            async close() {
              context.inbound.closed(undefined as never);
              await connection.close();
            },
          };
        },
      },
    };
  };
  expect(await failures(telling, /close is idempotent/)).toHaveLength(2);
});

test("a cancellation that nobody hears of, and progress that still comes", async () => {
  const noisy: Change = (inner) => ({
    send(request, exchange) {
      const flight = inner.send(request, exchange);
      return {
        response: flight.response,
        cancel(reason) {
          flight.cancel(reason);
          exchange.notification({ jsonrpc: "2.0", method: "notifications/progress", params: {} });
        },
      };
    },
  });
  expect(await failures(altered(noisy), /nothing is delivered/)).toHaveLength(2);
});

test("server requests that are not passed on", async () => {
  const subject = (): TransportSubject => {
    const inner = memoryTransport(contractServer());
    return {
      transport: {
        ...inner,
        open: (context) =>
          inner.open({
            ...context,
            inbound: {
              ...context.inbound,
              request: async ({ id }) => ({ jsonrpc: "2.0", id, error: { code: -32_601, message: "no" } }),
            },
          }),
      },
    };
  };
  expect(await failures(subject, /requests of the server are answered/)).toHaveLength(1);
});

test("subscription events that lose their id", async () => {
  const anonymous = exchanging((exchange) => ({
    notification: ({ jsonrpc, method }) => exchange.notification({ jsonrpc, method }),
  }));
  expect(await failures(altered(anonymous), /events arrive in order/)).toHaveLength(1);
});

test("a subject that lacks what a case needs is told so", async () => {
  const bare = (): TransportSubject => ({ transport: memoryTransport(contractServer()) });
  const failed: string[] = [];
  const runs: (() => Promise<void>)[] = [];
  runContract((_name, run) => runs.push(run), transportContract, bare);
  for (const run of runs.slice(-10)) await run().catch((error: Error) => failed.push(error.message));
  expect(new Set(failed)).toEqual(
    new Set([
      "give the subject a `sever`, or run the contract without `sever`",
      "give the subject a `limit`, or run the contract without `limit`",
    ]),
  );
});
