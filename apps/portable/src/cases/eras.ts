import { type Client, connect, type UrlOptions } from "snodo";
import { equal, failure, ok, rejection, textOf } from "../expect.ts";
import type { CaseContext, PortableCase } from "../portable-case.ts";

type Run = (client: Client) => Promise<void>;

interface EraCase {
  readonly name: string;
  readonly options?: UrlOptions;
  readonly run: Run;
}

const never = new Promise<never>(() => undefined);

/** What holds in both eras: the same verbs, the same results. */
const cases: readonly EraCase[] = [
  {
    name: "every page of a list is fetched",
    run: async (client) => {
      const tools = await client.listTools();
      equal(tools.length, 11, "tools");
      equal(new Set(tools.map(({ name }) => name)).size, 11, "different tools");
    },
  },
  {
    name: "a page is fetched by its cursor",
    run: async (client) => {
      const first = await client.listPage("tools");
      equal(first.items.length, 4, "first page");
      const second = await client.listPage("tools", first.nextCursor);
      ok(second.items[0]?.name !== first.items[0]?.name, "the second page repeats the first");
    },
  },
  {
    name: "a tool is called",
    run: async (client) =>
      equal(textOf(await client.callTool("echo", { text: "Grüße 👋 \u2028" })), "Grüße 👋 \u2028"),
  },
  {
    name: "structured content comes as it was sent",
    run: async (client) =>
      equal((await client.callTool("add", { a: 2, b: 3 })).structuredContent, { sum: 5 }),
  },
  {
    name: "a tool that failed resolves",
    run: async (client) => equal((await client.callTool("broken")).isError, true),
  },
  {
    name: "an error of the server keeps its code, message and data",
    run: async (client) => {
      const { code, message, data } = await failure(client.callTool("fault"), "server_error");
      equal([code, message, data], [-32099, "no such luck", { tries: 3 }]);
    },
  },
  {
    name: "progress arrives in order, before the result",
    run: async (client) => {
      const seen: number[] = [];
      await client.callTool("count", { to: 50 }, { onProgress: ({ progress }) => seen.push(progress) });
      equal(
        seen,
        Array.from({ length: 50 }, (_, index) => index + 1),
      );
    },
  },
  {
    name: "a text resource is read",
    run: async (client) => {
      const { contents } = await client.readResource("memo:text");
      equal(contents, [{ uri: "memo:text", mimeType: "text/plain", text: "Grüße 👋 \u2028 end" }]);
    },
  },
  {
    name: "a binary resource is read",
    run: async (client) => {
      const [content] = (await client.readResource("memo:bytes")).contents;
      equal((content as { blob?: string } | undefined)?.blob, "AP+A");
    },
  },
  {
    name: "a resource of a template is read",
    run: async (client) => {
      const [content] = (await client.readResource("note:7")).contents;
      equal((content as { text?: string } | undefined)?.text, "note 7");
    },
  },
  {
    name: "a prompt is rendered",
    run: async (client) => {
      const { messages } = await client.getPrompt("greet", { name: "Ada" });
      equal(messages[0]?.content, { type: "text", text: "Say hello to Ada" });
    },
  },
  {
    name: "an argument is completed",
    run: async (client) => {
      const { completion } = await client.complete({
        ref: { type: "ref/prompt", name: "greet" },
        argument: { name: "name", value: "a" },
      });
      equal(completion.values, ["ada", "alan"]);
    },
  },
  {
    name: "a form is answered by its handler",
    options: { inputHandlers: { form: () => ({ action: "accept", content: { name: "Ada" } }) } },
    run: async (client) => equal(textOf(await client.callTool("ask")), "Hello Ada"),
  },
  {
    name: "a log message reaches its call",
    run: async (client) => {
      const heard: unknown[] = [];
      await client.callTool("shout", {}, { logLevel: "info", onLog: ({ data }) => heard.push(data) });
      equal(heard, [{ heard: true }]);
    },
  },
  {
    name: "a call that takes too long is given up",
    run: async (client) => {
      const { reason } = await failure(client.callTool("slow", {}, { timeout: 100 }), "timeout");
      equal(reason.timeoutMs, 100);
    },
  },
  {
    name: "an aborted call rejects with the signal's own reason",
    run: async (client) => {
      const controller = new AbortController();
      const reason = new Error("enough");
      setTimeout(() => controller.abort(reason), 20);
      const error = await rejection(client.callTool("slow", {}, { signal: controller.signal }));
      ok(error === reason, `rejected with ${String(error)}`);
    },
  },
  {
    name: "calls at once get their own answers",
    run: async (client) => {
      const texts = Array.from({ length: 32 }, (_, index) => `call ${index}`);
      const results = await Promise.all(texts.map((text) => client.callTool("echo", { text })));
      equal(results.map(textOf), texts);
    },
  },
  {
    name: "a result of a mebibyte arrives",
    run: async (client) =>
      equal(textOf(await client.callTool("big", { bytes: 1_048_576 }))?.length, 1_048_576),
  },
  {
    name: "a change is told to those who listen",
    run: async (client) => {
      await using subscription = await client.listen({ resourceSubscriptions: ["memo:watched"] });
      const next = subscription.next();
      await client.callTool("touch");
      const { value } = await next;
      ok(value?.type === "notification", `an event of type ${value?.type}`);
      equal(value.params["uri"], "memo:watched");
    },
  },
  {
    name: "closing settles what is under way",
    run: async (client) => {
      const pending = client.callTool("slow", {}, { timeout: 0 });
      pending.catch(() => undefined);
      await client.callTool("echo", { text: "sent" });
      await client.close();
      const error = await rejection(Promise.race([pending, never]));
      ok(error instanceof Error, "rejected with no error");
      equal((await client.closed).reason.type, "closed");
    },
  },
];

const eras = [
  { kind: "stateless", revision: "2026-07-28" },
  { kind: "initialize", revision: "2025-11-25" },
] as const;

async function inEra({ options, run }: EraCase, url: string): Promise<void> {
  await using client = await connect(url, options ?? {});
  await run(client);
}

export const eraCases: readonly PortableCase[] = eras.flatMap(({ kind, revision }): PortableCase[] => [
  {
    name: `${kind}: the revision is negotiated`,
    async run(context: CaseContext) {
      await using client = await connect(context.server(kind));
      equal(client.session.protocolVersion, revision);
      equal(client.session.instructions, "Be gentle.");
    },
  },
  ...cases.map((one) => ({
    name: `${kind}: ${one.name}`,
    run: (context: CaseContext) => inEra(one, context.server(kind)),
  })),
]);
