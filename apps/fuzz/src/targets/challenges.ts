import type { AuthScheme } from "@snodo/protocol";
import fc from "fast-check";
import { readChallenge } from "../../../../packages/http/dist/auth/challenge.js";
import { applyByteEdits, byteEdits } from "../input/byte-edits.ts";
import { challenges as lines } from "../input/corpus.ts";
import { must } from "./support/must.ts";
import { type Target, target } from "./target.ts";

/** `WWW-Authenticate` values: never thrown at, and what was read reads the same when it is written again. */
export const challenges: Target = target({
  name: "challenges",
  share: 60,
  input: fc.record({ line: fc.nat(lines.length - 1), edits: byteEdits }),
  run({ line, edits }) {
    const value = applyByteEdits(Buffer.from(lines[line] as string), edits).toString("utf8");
    const schemes = read(value);
    for (const { scheme, params } of schemes) {
      must(scheme !== "" && scheme === scheme.toLowerCase(), `the scheme ${JSON.stringify(scheme)}`);
      for (const [name, values] of params) {
        must(name !== "" && name === name.toLowerCase(), `the parameter ${JSON.stringify(name)}`);
        must(values.length > 0, `the parameter ${name} has no value`);
      }
    }
    const again = read(schemes.map(write).join(", "));
    must(plain(again) === plain(schemes), `reads ${plain(again)} from what it wrote of ${plain(schemes)}`);
  },
});

function read(value: string): readonly AuthScheme[] {
  const headers = { get: (name: string) => (name === "www-authenticate" ? value : undefined) };
  return readChallenge(401, headers).schemes ?? [];
}

function write({ scheme, params }: AuthScheme): string {
  const written = [...params].flatMap(([name, values]) =>
    values.map((value) => `${name}="${value.replace(/[\\"]/g, "\\$&")}"`),
  );
  return `${scheme} ${written.join(", ")}`;
}

function plain(schemes: readonly AuthScheme[]): string {
  return JSON.stringify(schemes.map(({ scheme, params }) => [scheme, [...params]]));
}
