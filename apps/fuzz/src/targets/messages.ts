import { isObject, REVISIONS } from "@snodo/protocol";
import fc from "fast-check";
import { applyByteEdits, byteEdits } from "../input/byte-edits.ts";
import { messageLines } from "../input/corpus.ts";
import { applyJsonEdits, jsonEdits } from "../input/json-edits.ts";
import { must, mustBeSound, mustBeUnpolluted } from "./support/must.ts";
import { close, open } from "./support/open.ts";
import { settleLater } from "./support/settle.ts";
import { shakeHands, Wire } from "./support/wire.ts";
import { type Target, target } from "./target.ts";

const METHODS = ["tools/call", "tools/list", "resources/read"] as const;

const message = fc.record({
  line: fc.nat(messageLines.length - 1),
  /** Whose answer it becomes; beyond the last it keeps its id. */
  answers: fc.nat(METHODS.length),
  json: jsonEdits,
  bytes: fc.option(byteEdits, { nil: undefined, freq: 4 }),
});

/** What a server writes while calls are under way: every call settles, and the client can be closed. */
export const messages: Target = target({
  name: "messages",
  share: 120,
  input: fc.record({
    protocol: fc.constantFrom(...REVISIONS),
    messages: fc.array(message, { maxLength: 6 }),
    ends: fc.boolean(),
  }),
  async run({ protocol, messages: edited, ends }) {
    const wire = new Wire(shakeHands);
    const opened = await open(wire.transport, { protocol });
    const { client, clock } = opened;
    must(client !== undefined, "the handshake failed");
    const calls = settleLater([
      client.callTool("echo", {}, { onProgress: () => undefined }),
      client.listTools(),
      client.readResource("file:///notes.md"),
    ]);
    await clock.flush();
    for (const each of edited) {
      const { found, value } = messageOf(each, wire);
      if (found) wire.receive(value);
    }
    if (ends) wire.end();
    for (const outcome of await calls(clock, "a call", ends ? "at once" : "in time")) mustBeSound(outcome);
    await close(opened);
    mustBeUnpolluted();
  },
});

interface Edited {
  readonly line: number;
  readonly answers: number;
  readonly json: Parameters<typeof applyJsonEdits>[1];
  readonly bytes: Parameters<typeof applyByteEdits>[1] | undefined;
}

function messageOf(edited: Edited, wire: Wire): { readonly found: boolean; readonly value?: unknown } {
  const value: unknown = JSON.parse(messageLines[edited.line] as string);
  const method = METHODS[edited.answers];
  if (method !== undefined && isObject(value)) claim(value as Record<string, unknown>, wire.idOf(method));
  const changed = applyJsonEdits(value, edited.json);
  if (edited.bytes === undefined) return { found: true, value: changed };
  const bytes = applyByteEdits(Buffer.from(JSON.stringify(changed) ?? ""), edited.bytes);
  try {
    return { found: true, value: JSON.parse(bytes.toString("utf8")) };
  } catch {
    // The framing skips such a line.
    return { found: false };
  }
}

/** Makes a recorded message one about a request under way. */
function claim(value: Record<string, unknown>, id: unknown): void {
  if ("id" in value) value["id"] = id;
  const params = value["params"];
  if (isObject(params) && "progressToken" in params) Object.assign(params, { progressToken: id });
}
