import { type FormElicitation, isObject, type UrlElicitation } from "@snodo/protocol";
import { CliError } from "../exit/cli-error.ts";
import { EXIT } from "../exit/exit-codes.ts";
import { safeLine } from "../output/safe-text.ts";
import { readFields } from "./fields.ts";

/**
 * The error of a question when there is nobody to ask: it says what was asked.
 *
 * @param params - of the elicitation
 * @param server - who asks
 */
export function nobodyToAsk(params: FormElicitation | UrlElicitation, server: string): CliError {
  const message = safeLine(params.message);
  if (params.mode === "url") {
    return inputNeeded(`${server} asks for a visit to ${safeLine(params.url)} ("${message}")`, params);
  }
  const fields = isObject(params.requestedSchema) ? readFields(params.requestedSchema) : [];
  const names = fields.map(({ name, required }) => (required ? safeLine(name) : `[${safeLine(name)}]`));
  const what = names.length === 0 ? "for a confirmation" : `for ${names.join(", ")}`;
  return inputNeeded(`${server} asks ${what} ("${message}")`, params);
}

function inputNeeded(asked: string, params: unknown): CliError {
  return new CliError(`${asked}, and there is nobody to ask: this is no terminal.`, {
    exit: EXIT.InputNeeded,
    reason: "input_needed",
    hint: "Run it in a terminal to answer.",
    details: { asked: params },
  });
}
