import { http } from "@snodo/http";
import fc from "fast-check";
import { applyByteEdits, type ByteEdit, byteEdits, pieceSizes, pieces } from "../input/byte-edits.ts";
import { eventStreams, messageLines } from "../input/corpus.ts";
import { applyJsonEdits, type JsonEdit, jsonEdits } from "../input/json-edits.ts";
import { must, mustBeSound, mustBeUnpolluted } from "./support/must.ts";
import { close, open } from "./support/open.ts";
import { settleLater } from "./support/settle.ts";
import { type Target, target } from "./target.ts";

/** Streams of the platform are slow: fewer, larger pieces. How bytes may be cut is for the other targets. */
const PIECE = 64;
const TOKEN = "s3cr3t-t0k3n";
const STATUSES = [200, 200, 200, 200, 202, 204, 400, 401, 403, 404, 405, 429, 500, 503, 301, 307] as const;
const TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "text/event-stream",
  "text/event-stream;charset=utf-8",
  "text/html",
  "application/problem+json",
  "",
] as const;

const recordings = [...messageLines, ...eventStreams];
const asksForInput = (line: number): boolean =>
  recordings[line]?.includes('"resultType":"input_required"') === true;

const answer = fc.record({
  status: fc.constantFrom(...STATUSES),
  type: fc.constantFrom(...TYPES),
  line: fc.nat(messageLines.length + eventStreams.length - 1),
  json: jsonEdits,
  bytes: fc.option(byteEdits, { nil: undefined }),
  sizes: pieceSizes,
  breaks: fc.boolean(),
});
type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never;

/** Answers over HTTP, of any status, type and body: every call settles, and no error tells the token. */
export const answers: Target = target({
  name: "answers",
  share: 80,
  input: fc.record({
    protocol: fc.constantFrom("2026-07-28" as const, "2025-06-18" as const),
    first: answer,
    second: answer,
  }),
  async run({ protocol, first, second }) {
    const bodies = [first, second];
    let asked = 0;
    const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      const request = typeof init?.body === "string" ? (JSON.parse(init.body) as Request) : undefined;
      if (request?.method === "initialize") return handshake(request);
      // Notifications, GET and DELETE.
      if (request?.id === undefined)
        return new Response(null, { status: init?.method === "POST" ? 202 : 405 });
      const chosen = bodies[asked % bodies.length] as Answer;
      asked += 1;
      return respond(chosen, request.id);
    };
    const opened = await open(
      http("https://user:pass@example.com/mcp?key=value", {
        fetch: fetch as typeof globalThis.fetch,
        tokenProvider: { token: async () => token, refresh: async () => undefined },
        legacySse: false,
      }),
      { protocol },
    );
    const { client, clock } = opened;
    must(client !== undefined, "the handshake failed");
    const calls = settleLater([
      client.callTool("echo", {}, { onProgress: () => undefined }),
      client.listTools(),
    ]);
    // Every body ends. Streams of the initialize era are opened again after a while, and a round that asks for nothing
    // but a retry gets it after a while.
    const mayWait = protocol !== "2026-07-28" || asksForInput(first.line) || asksForInput(second.line);
    const patience = mayWait ? "in time" : "at once";
    for (const outcome of await calls(clock, "a call", patience)) {
      mustBeSound(outcome);
      if ("error" in outcome) mustKeepSecrets(outcome.error);
    }
    await close(opened);
    mustBeUnpolluted();
  },
});

interface Request {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string };
}

const token = { headers: () => ({ authorization: `Bearer ${TOKEN}` }) };

function mustKeepSecrets(error: unknown): void {
  const { message, stack = "" } = error as Error;
  must(!`${message}\n${stack}`.includes(TOKEN), "the error tells the token");
  must(!message.includes("pass@") && !message.includes("key=value"), `the error tells the URL: ${message}`);
}

function handshake({ id, params }: Request): Response {
  const result = {
    protocolVersion: params?.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "s", version: "1" },
  };
  const headers = { "content-type": "application/json", "mcp-session-id": "a" };
  return new Response(JSON.stringify({ jsonrpc: "2.0", id, result }), { headers });
}

function respond({ status, type, line, json, bytes, sizes, breaks }: Answer, id: unknown): Response {
  const headers: Record<string, string> = type === "" ? {} : { "content-type": type };
  if (status === 401) headers["www-authenticate"] = 'Bearer error="invalid_token"';
  if (status === 301 || status === 307) headers["location"] = "https://elsewhere.example/mcp";
  if (status === 429 || status === 503) headers["retry-after"] = "1";
  if (status === 204) return new Response(null, { status });
  const body = bodyOf(line, json, bytes ?? [], type, id);
  const chunks = pieces(
    body,
    sizes.map((size) => size * PIECE),
  );
  let at = 0;
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = chunks[at];
        at += 1;
        if (next !== undefined) controller.enqueue(new Uint8Array(next));
        else if (breaks) controller.error(new TypeError("terminated"));
        else controller.close();
      },
    }),
    { status, headers },
  );
}

function bodyOf(
  line: number,
  json: readonly JsonEdit[],
  bytes: readonly ByteEdit[],
  type: string,
  id: unknown,
): Buffer {
  const recorded = messageLines[line];
  if (recorded === undefined)
    return applyByteEdits(Buffer.from(eventStreams[line - messageLines.length] ?? ""), bytes);
  const message = JSON.parse(recorded) as Record<string, unknown>;
  if ("id" in message) message["id"] = id;
  const text = JSON.stringify(applyJsonEdits(message, json)) ?? "";
  return applyByteEdits(Buffer.from(type.startsWith("text/event") ? `data: ${text}\n\n` : text), bytes);
}
