import { REVISIONS } from "@snodo/protocol";
import { check, equal } from "../../contracts/check.ts";
import { fetchHandler } from "../../fetch/handler.ts";
import { scripted } from "../../scripted/scripted.ts";
import { type TestServer, testServer } from "../../server/test-server.ts";
import type { ClientTarget } from "../adapter.ts";
import { type ClientCase, connected, firstText, prompt, refused } from "../client-case.ts";
import { httpTo, httpToRuntime, pipeTo } from "../targets.ts";

const group = "connecting";
const CHANNELS: readonly (readonly ["pipe" | "http", (server: TestServer) => ClientTarget])[] = [
  ["pipe", pipeTo],
  ["http", httpToRuntime],
];

/** Finding a revision both sides speak, and failing in bounded time. */
export const connecting: readonly ClientCase[] = [
  ...CHANNELS.flatMap(([channel, to]) =>
    REVISIONS.map(
      (revision): ClientCase => ({
        group,
        name: `a server that speaks ${revision} alone is met (${channel})`,
        needs: [channel],
        run: (adapter) =>
          connected(
            adapter,
            to(testServer({ revisions: [revision], tools: { hello: () => "hi" } })),
            async (client) => {
              equal(await prompt(client.listTools(), "listTools"), ["hello"], "the tools");
              equal(
                firstText(await prompt(client.callTool("hello", {}), "callTool")),
                "hi",
                "the text of the result",
              );
            },
          ),
      }),
    ),
  ),
  ...CHANNELS.map(
    ([channel, to]): ClientCase => ({
      group,
      name: `of two revisions the newer one is spoken (${channel})`,
      needs: [channel],
      async run(adapter) {
        const server = testServer({ tools: { hello: () => "hi" } });
        await connected(adapter, to(server), async (client) => {
          await prompt(client.callTool("hello", {}), "callTool");
          const call = server.received.find(
            (message) => "method" in message && message.method === "tools/call",
          );
          const meta = call !== undefined && "params" in call ? call.params?.["_meta"] : undefined;
          const version = (meta as Record<string, unknown> | undefined)?.[
            "io.modelcontextprotocol/protocolVersion"
          ];
          equal(version, REVISIONS[0], "the revision of the call");
        });
      },
    }),
  ),
  {
    group,
    name: "a probe that is answered with any error leads to the handshake (pipe)",
    needs: ["pipe"],
    async run(adapter) {
      const script = scripted(
        async (server) => {
          const probe = await server.next();
          if (probe.method === "server/discover") probe.error(-31_337, "what is that?");
          const opening = probe.method === "initialize" ? probe : await server.expect("initialize");
          opening.result({
            protocolVersion: "2025-11-25",
            capabilities: { tools: {} },
            serverInfo: { name: "old", version: "1" },
          });
          await server.expect("notifications/initialized");
        },
        { ignore: ["notifications/cancelled"] },
      );
      await connected(adapter, pipeTo(script.attach), () => prompt(script.done, "the handshake"));
    },
  },
  {
    group,
    name: "a server that dies on the first message fails the connection (pipe)",
    needs: ["pipe"],
    async run(adapter) {
      const dying = pipeTo((_send, cut) => ({ receive: cut, unreadable: cut, end: () => undefined }));
      await refused(adapter.connect(dying, {}), "connect");
    },
  },
  {
    group,
    name: "a server that cannot be reached fails the connection (http)",
    needs: ["http"],
    async run(adapter) {
      const gone = httpTo(() => {
        throw new TypeError("fetch failed", {
          cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }),
        });
      });
      await refused(adapter.connect(gone, {}), "connect");
    },
  },
  {
    group,
    name: "a timeout bounds connecting when the end of the handshake hangs (http)",
    needs: ["http"],
    async run(adapter) {
      const handler = fetchHandler(testServer({ revisions: ["2025-11-25"] }));
      const hanging = httpTo(async (request) =>
        (await request.clone().text()).includes("notifications/initialized")
          ? new Promise<Response>(() => undefined)
          : handler(request),
      );
      // Whether it connects without waiting or gives up is the client's choice; it must not hang.
      const outcome = adapter.connect(hanging, { timeout: 300 }).then(
        (client) => client.close(),
        () => undefined,
      );
      await prompt(outcome, "connect with a timeout of 300 ms");
    },
  },
  {
    group,
    name: "an aborted signal ends connecting at once (http)",
    needs: ["http"],
    async run(adapter) {
      const abort = new AbortController();
      const silent = httpTo(() => {
        queueMicrotask(() => abort.abort(new Error("changed my mind")));
        return new Promise<Response>(() => undefined);
      });
      const error = await refused(
        adapter.connect(silent, { signal: abort.signal }),
        "connect with an aborted signal",
      );
      check(error !== undefined, "connect rejected with nothing");
    },
  },
];
