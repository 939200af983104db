import { createMcpHandler, type McpHttpHandler, McpServer } from "@modelcontextprotocol/server";
import { testServer } from "@snodo/testing";
import { type HttpServer, serveHttp } from "@snodo/testing/node";
import { type Client, connect } from "snodo";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { watch } from "../src/watch.ts";

const URI = "file:///notes.md";

/** What was seen, and a way to wait for it. */
class Seen {
  readonly texts: string[] = [];
  #waiting: (() => void)[] = [];

  readonly add = ({ contents }: { readonly contents: readonly object[] }): void => {
    this.texts.push(String((contents[0] as { readonly text?: unknown }).text));
    for (const told of this.#waiting.splice(0)) told();
  };

  /** Resolves once this was seen last; rejects when the watching ends before that. */
  async until(text: string, watching: Promise<void>): Promise<void> {
    while (this.texts.at(-1) !== text) {
      await Promise.race([new Promise<void>((resolve) => this.#waiting.push(resolve)), watching]);
    }
  }
}

let server: HttpServer;
let client: Client;

afterEach(async () => {
  await client.close();
  await server.close();
});

async function begin(): Promise<{ seen: Seen; stop: AbortController; watching: Promise<void> }> {
  client = await connect(server.url);
  const seen = new Seen();
  const stop = new AbortController();
  const watching = watch(client, URI, seen.add, stop.signal);
  // Each test looks at how it ends; none may end the process meanwhile.
  watching.catch(() => undefined);
  onTestFinished(() => stop.abort());
  return { seen, stop, watching };
}

describe("a server of the official SDK (2026-07-28)", () => {
  const notes = { text: "first" };
  const serve = async (subscribes: boolean): Promise<McpHttpHandler> => {
    const handler = createMcpHandler(() => {
      const built = new McpServer(
        { name: "notes", version: "1.0.0" },
        { capabilities: subscribes ? { resources: { subscribe: true } } : {} },
      );
      built.registerResource("notes", URI, {}, () => ({ contents: [{ uri: URI, text: notes.text }] }));
      return built;
    });
    server = await serveHttp(handler.fetch);
    return handler;
  };

  test("is read now and after every change, and in the end never again", async () => {
    const handler = await serve(true);
    const { seen, stop, watching } = await begin();
    await seen.until("first", watching);
    notes.text = "second";
    handler.notify.resourceUpdated(URI);
    await seen.until("second", watching);
    notes.text = "third";
    for (let times = 0; times < 10; times += 1) handler.notify.resourceUpdated(URI);
    await seen.until("third", watching);
    stop.abort(new Error("enough"));
    await expect(watching).rejects.toThrow("enough");
    expect(client.session.protocolVersion).toBe("2026-07-28");
  });

  test("whose stream breaks is watched again, and what nobody told meanwhile is read", async () => {
    await serve(true);
    const { seen, watching } = await begin();
    await seen.until(notes.text, watching);
    notes.text = "changed in silence";
    server.sever();
    await seen.until("changed in silence", watching);
  });

  test("that tells nothing about changes is not watched in vain", async () => {
    await serve(false);
    const { watching } = await begin();
    await expect(watching).rejects.toThrow("does not tell about changes of file:///notes.md");
  });
});

describe.each(["2026-07-28", "2025-11-25"] as const)("a server of %s", (revision) => {
  const shown = { text: "before" };
  const notes = testServer({
    revisions: [revision],
    resources: {
      [URI]: { read: () => ({ contents: [{ uri: URI, text: shown.text }] }) },
    },
  });

  test("whose connections all break is watched again", async () => {
    shown.text = "before";
    server = await serveHttp(notes);
    const { seen, watching } = await begin();
    await seen.until("before", watching);
    server.sever();
    shown.text = "after";
    // Until the stream is open again nobody hears it; what a server of 2025-11-25 says meanwhile is lost.
    const announced = (): string | undefined => {
      notes.announce.resourceUpdated(URI);
      return seen.texts.at(-1);
    };
    await expect.poll(announced, { timeout: 10_000 }).toBe("after");
  });
});
