import { LOG_LEVELS, type LogMessage } from "@snodo/protocol";
import { jsonText } from "./json-document.ts";
import { safeText } from "./safe-text.ts";
import type { Style } from "./style.ts";

/**
 * Writes a log message of a server as one line, more if its text has more.
 *
 * @param message - as it came
 * @param style - of where it goes
 */
export function logLine({ level, logger, data }: LogMessage, style: Style): string {
  const urgent = LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf("error");
  const mark = style(urgent ? "red" : level === "warning" ? "yellow" : "dim", safeText(level));
  const from = logger === undefined ? "" : ` ${safeText(logger)}:`;
  return `${mark}${from} ${safeText(typeof data === "string" ? data : jsonText(data, 0))}`;
}
