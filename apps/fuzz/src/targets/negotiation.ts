import { isObject, isRevision, REVISIONS, type Revision } from "@snodo/protocol";
import fc from "fast-check";
import { messageLines } from "../input/corpus.ts";
import { applyJsonEdits, type JsonEdit, jsonEdits } from "../input/json-edits.ts";
import { must, mustBeUnpolluted } from "./support/must.ts";
import { close, open } from "./support/open.ts";
import { Wire } from "./support/wire.ts";
import { type Target, target } from "./target.ts";

const CODES = [-32_601, -32_602, -32_600, -32_700, -32_020, -32_021, -32_022, -32_000, 0, 404] as const;
const find = (part: string): string => messageLines.find((line) => line.includes(part)) ?? "";
const RESULTS = [find('"supportedVersions"'), find('"protocolVersion"'), find('"tools":[')] as const;
const ALLOWED: readonly (readonly Revision[] | undefined)[] = [
  undefined,
  ["2026-07-28"],
  ["2025-11-25", "2024-11-05"],
  ["2026-07-28", "2025-06-18"],
];

const answer = fc.oneof(
  fc.record({
    type: fc.constant("result" as const),
    from: fc.nat(RESULTS.length - 1),
    versions: fc.subarray([...REVISIONS, "2031-01-01"], { minLength: 1 }),
    edits: jsonEdits,
  }),
  fc.record({ type: fc.constant("error" as const), code: fc.constantFrom(...CODES), edits: jsonEdits }),
  fc.record({ type: fc.constant("silence" as const) }),
  fc.record({ type: fc.constant("end" as const) }),
);
type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never;

/** Answers to `server/discover` and `initialize`: connecting settles, with a revision that was allowed. */
export const negotiation: Target = target({
  name: "negotiation",
  share: 80,
  input: fc.record({
    allowed: fc.constantFrom(...ALLOWED),
    answers: fc.array(answer, { minLength: 1, maxLength: 4 }),
  }),
  async run({ allowed, answers }) {
    let asked = 0;
    const wire = new Wire((message, self) => {
      if (!("method" in message) || !("id" in message)) return;
      reply(answers[asked % answers.length] as Answer, message, self);
      asked += 1;
    });
    const opened = await open(
      wire.transport,
      allowed === undefined ? {} : { protocol: allowed },
      // An id that was changed is silence, too.
      answers.every((each) => each.type === "end") ? "at once" : "in time",
    );
    const { client } = opened;
    for (const version of offered(wire)) {
      must(
        allowed?.some((each) => each === version) ?? true,
        `offered ${String(version)}, which is not allowed`,
      );
    }
    if (client !== undefined) {
      const { protocolVersion } = client.session;
      must(isRevision(protocolVersion), `settled ${protocolVersion}`);
      must(allowed?.includes(protocolVersion) ?? true, `settled ${protocolVersion}, which is not allowed`);
    }
    await close(opened);
    must(opened.clock.pending === 0, `${opened.clock.pending} timers are left`);
    mustBeUnpolluted();
  },
});

/** The versions the client asked for. */
function offered(wire: Wire): readonly unknown[] {
  return wire.sent.flatMap((message) =>
    "method" in message && message.method === "initialize" && isObject(message.params)
      ? [message.params["protocolVersion"]]
      : [],
  );
}

function reply(chosen: Answer, { id, method }: { id?: unknown; method: string }, wire: Wire): void {
  const send = (rest: object, edits: readonly JsonEdit[]): void =>
    wire.receive(applyJsonEdits({ jsonrpc: "2.0", id, ...rest }, edits));
  switch (chosen.type) {
    case "result": {
      const { result } = JSON.parse(RESULTS[chosen.from] as string) as { result: Record<string, unknown> };
      const { versions } = chosen;
      if ("supportedVersions" in result) result["supportedVersions"] = versions;
      if ("protocolVersion" in result) result["protocolVersion"] = versions[0];
      return send({ result }, chosen.edits);
    }
    case "error": {
      const data = { supported: ["2026-07-28", "2025-06-18"], requested: "2026-07-28" };
      return send({ error: { code: chosen.code, message: `no ${method}`, data } }, chosen.edits);
    }
    case "end":
      return wire.end();
    case "silence":
      return;
  }
}
