import type { ElicitResult } from "@snodo/protocol";
import { type Asker, CANCELLED, type Cancelled, type Choice } from "./asker.ts";
import { numberProblem, textProblem } from "./check-answer.ts";
import type { Field } from "./fields.ts";

/** The answer to one field. */
export type Value = NonNullable<ElicitResult["content"]>[string];

/** The choice that leaves an optional field out; no value of a server can be it. */
const LEAVE_OUT = "\u0000leave out";

/**
 * Asks for one field of a form.
 *
 * @param field - what is asked for
 * @param before - what the user answered before, if they change their mind
 * @param asker - asks the user
 * @returns the answer; undefined leaves an optional field out
 */
export async function askField(
  field: Field,
  before: Value | undefined,
  asker: Asker,
): Promise<Value | undefined | Cancelled> {
  switch (field.kind) {
    case "text":
      return await askText(field, typeof before === "string" ? before : field.preset, asker);
    case "number":
      return await askNumber(field, typeof before === "number" ? before : field.preset, asker);
    case "flag": {
      const initial = sayFlag(typeof before === "boolean" ? before : field.preset);
      const answer = await askOne(field, YES_NO, initial, asker);
      return answer === CANCELLED || answer === undefined ? answer : answer === "yes";
    }
    case "one":
      return await askOne(field, field.choices, typeof before === "string" ? before : field.preset, asker);
    case "many":
      return await askMany(
        field,
        Array.isArray(before) ? (before as readonly string[]) : field.preset,
        asker,
      );
    case "unknown":
      return undefined;
  }
}

async function askText(
  field: Field & { readonly kind: "text" },
  initial: string | undefined,
  asker: Asker,
): Promise<string | undefined | Cancelled> {
  const check = (text: string): string | undefined =>
    unanswered(text, field) ?? (text === "" ? undefined : textProblem(text, field.schema));
  const hint = formatHint(field.schema["format"]);
  const text = await asker.text(label(field), { initial, hint, check });
  return text === "" ? undefined : text;
}

async function askNumber(
  field: Field & { readonly kind: "number" },
  initial: number | undefined,
  asker: Asker,
): Promise<number | undefined | Cancelled> {
  const check = (text: string): string | undefined =>
    unanswered(text, field) ?? (text === "" ? undefined : numberProblem(text, field.schema));
  const text = await asker.text(label(field), { initial: initial?.toString(), check });
  if (text === CANCELLED) return CANCELLED;
  return text === "" ? undefined : Number(text);
}

const YES_NO: readonly Choice[] = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

function sayFlag(flag: boolean | undefined): string | undefined {
  return flag === undefined ? undefined : flag ? "yes" : "no";
}

async function askOne(
  field: Field,
  choices: readonly Choice[],
  initial: string | undefined,
  asker: Asker,
): Promise<string | undefined | Cancelled> {
  const all = field.required ? choices : [...choices, { value: LEAVE_OUT, label: "(leave out)" }];
  // Without a preset, an optional field is left out by who does not care.
  const answer = await asker.choose(label(field), all, initial ?? (field.required ? undefined : LEAVE_OUT));
  return answer === LEAVE_OUT ? undefined : answer;
}

async function askMany(
  field: Field & { readonly kind: "many" },
  initial: readonly string[],
  asker: Asker,
): Promise<readonly string[] | undefined | Cancelled> {
  let chosen = initial;
  for (;;) {
    const answer = await asker.several(label(field), field.choices, chosen);
    if (answer === CANCELLED) return CANCELLED;
    if (answer.length === 0 && !field.required) return undefined;
    if (answer.length >= field.least && answer.length <= field.most) return answer;
    asker.say("Not yet", `Choose ${amount(field.least, field.most)}.`);
    chosen = answer;
  }
}

function amount(least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return `at least ${least}`;
  return least === 0 ? `at most ${most}` : least === most ? `${least}` : `from ${least} to ${most}`;
}

function unanswered(text: string, { required }: Field): string | undefined {
  return required && text === "" ? "An answer is needed." : undefined;
}

function label({ title, about, required }: Field): string {
  return `${title}${required ? "" : " (optional)"}${about === undefined ? "" : ` - ${about}`}`;
}

function formatHint(format: unknown): string | undefined {
  switch (format) {
    case "email":
      return "ada@example.com";
    case "uri":
      return "https://example.com/";
    case "date":
      return "2026-07-28";
    case "date-time":
      return "2026-07-28T09:30:00Z";
    default:
      return undefined;
  }
}
