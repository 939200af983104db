import { type FormField, own } from "@snodo/protocol";
import { safeLine } from "../output/safe-text.ts";

/**
 * Says what is wrong with the text of a field.
 *
 * @param text - what the user typed
 * @param schema - the field: length, format, pattern
 * @returns undefined when nothing is
 */
export function textProblem(text: string, schema: FormField): string | undefined {
  const length = [...text].length;
  const least = own(schema, "minLength");
  const most = own(schema, "maxLength");
  if (typeof least === "number" && length < least) return `At least ${letters(least)}, this has ${length}.`;
  if (typeof most === "number" && length > most) return `At most ${letters(most)}, this has ${length}.`;
  const format = own(schema, "format");
  if (typeof format === "string") {
    const problem = formatProblem(text, format);
    if (problem !== undefined) return problem;
  }
  const pattern = own(schema, "pattern");
  if (typeof pattern === "string" && !matches(text, pattern)) return `It must match ${safeLine(pattern)}`;
  return undefined;
}

function letters(count: number): string {
  return count === 1 ? "1 character" : `${count} characters`;
}

function formatProblem(text: string, format: string): string | undefined {
  switch (format) {
    case "email":
      return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text)
        ? undefined
        : "An e-mail address, such as ada@example.com.";
    case "uri":
      return /^[a-z][a-z\d+.-]*:\S+$/i.test(text) && URL.canParse(text)
        ? undefined
        : "A URI with its scheme, such as https://example.com/.";
    case "date":
      return isDate(text) ? undefined : "A date, such as 2026-07-28.";
    case "date-time":
      return isDateTime(text) ? undefined : "A date and time with its zone, such as 2026-07-28T09:30:00Z.";
    default:
      // A format this program does not know is the server's to check.
      return undefined;
  }
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // The 30th of February becomes a day of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isDateTime(text: string): boolean {
  const match = /^(\d{4}-\d{2}-\d{2})[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.exec(text);
  return match?.[1] !== undefined && isDate(match[1]) && !Number.isNaN(Date.parse(text.replace(" ", "T")));
}

function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    // No pattern of this platform: the server will know.
    return true;
  }
}

/**
 * Says what is wrong with the text of a number.
 *
 * @param text - what the user typed
 * @param schema - the field: whether it is an integer, and its bounds
 * @returns undefined when nothing is
 */
export function numberProblem(text: string, schema: FormField): string | undefined {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) return "A number.";
  if (schema.type === "integer" && !Number.isInteger(value)) return "A number without a fraction.";
  const least = own(schema, "minimum");
  const most = own(schema, "maximum");
  if (typeof least === "number" && value < least) return `At least ${least}.`;
  if (typeof most === "number" && value > most) return `At most ${most}.`;
  return undefined;
}
