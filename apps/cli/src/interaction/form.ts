import type { ElicitResult, FormElicitation } from "@snodo/protocol";
import { safeText } from "../output/safe-text.ts";
import { askField, type Value } from "./ask-field.ts";
import { type Asker, CANCELLED, type Cancelled, type Choice } from "./asker.ts";
import { type Field, readFields } from "./fields.ts";

type Answers = ReadonlyMap<string, Value>;

/**
 * Asks a user to fill a form: shows who asks for what, asks field by field, and sends nothing that was not looked over.
 *
 * Spec: 2026-07-28 client/elicitation.
 *
 * @param form - what the server asks for
 * @param server - who asks
 * @param asker - asks the user
 */
export async function askForm(form: FormElicitation, server: string, asker: Asker): Promise<ElicitResult> {
  const fields = readFields(form.requestedSchema);
  const odd = fields.find(({ kind }) => kind === "unknown");
  asker.say(`${server} asks`, introduction(form, fields));
  if (odd !== undefined) {
    asker.say("Declined", `"${odd.title}" is of a kind that forms of MCP do not have.`);
    return { action: "decline" };
  }
  const started = await decide(asker, fields.length === 0 ? "Accept?" : "Answer?", [
    { value: "accept", label: fields.length === 0 ? "Accept" : "Fill in" },
  ]);
  if (started !== "accept") return { action: started };
  let answers: Answers = new Map();
  for (;;) {
    const asked = await askFields(fields, answers, asker);
    if (asked === CANCELLED) return { action: "cancel" };
    answers = asked;
    if (fields.length === 0) break;
    asker.say("Your answers", summary(fields, answers));
    const sent = await decide(asker, `Send them to ${server}?`, [
      { value: "accept", label: "Send" },
      { value: "change", label: "Change" },
    ]);
    if (sent === "accept") break;
    if (sent !== "change") return { action: sent };
  }
  return { action: "accept", content: Object.fromEntries(answers) };
}

/** Whatever is asked, a user can say no, or that they do not want to say. */
async function decide<const Picked extends string>(
  asker: Asker,
  message: string,
  choices: readonly (Choice & { readonly value: Picked })[],
): Promise<Picked | "decline" | "cancel"> {
  const answer = await asker.choose(message, [
    ...choices,
    { value: "decline", label: "Decline", hint: "say no" },
    { value: "cancel", label: "Cancel", hint: "answer nothing" },
  ]);
  return answer === CANCELLED ? "cancel" : (answer as Picked | "decline" | "cancel");
}

function introduction({ message }: FormElicitation, fields: readonly Field[]): string {
  const list = fields.map(({ title, required }) => `· ${title}${required ? "" : " (optional)"}`);
  return [safeText(message), ...(list.length === 0 ? [] : ["", ...list])].join("\n");
}

async function askFields(
  fields: readonly Field[],
  before: Answers,
  asker: Asker,
): Promise<Answers | Cancelled> {
  const answers = new Map<string, Value>();
  for (const field of fields) {
    const answer = await askField(field, before.get(field.name), asker);
    if (answer === CANCELLED) return CANCELLED;
    if (answer !== undefined) answers.set(field.name, answer);
  }
  return answers;
}

function summary(fields: readonly Field[], answers: Answers): string {
  return fields
    .map((field) => {
      const value = answers.get(field.name);
      return `${field.title}: ${value === undefined ? "(left out)" : sayValue(value)}`;
    })
    .join("\n");
}

function sayValue(value: Value): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return safeText(Array.isArray(value) ? value.join(", ") : String(value));
}
