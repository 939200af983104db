import { describe, isObject, type JsonObject, own, quote } from "@snodo/protocol";
import type { Recording, WireEntry } from "./wire-log.ts";

const CLIPPED = 160;

/**
 * Writes a recording for people: one line an entry, times in milliseconds since the recording began.
 *
 * @param recording - from `RecordingTransport.recording`
 */
export function recordingText(recording: Recording): string {
  const { kind, label, dropped, entries } = recording;
  const head = `${kind} ${label}${dropped > 0 ? ` (the first ${dropped} entries are gone)` : ""}`;
  return [head, ...entries.map(line)].join("\n");
}

function line(entry: WireEntry): string {
  const at = entry.at.toFixed(1).padStart(9);
  const call = "call" in entry && entry.call !== undefined ? `#${entry.call}` : "";
  return `${at}  ${call.padEnd(5)} ${what(entry)}`;
}

function what(entry: WireEntry): string {
  switch (entry.type) {
    case "open":
      return `== connection ${entry.connection} opened`;
    case "open_failed":
      return `== connection ${entry.connection} could not be opened: ${entry.error.message}`;
    case "close":
      return `== connection ${entry.connection} closed`;
    case "lost":
      return `== connection ${entry.connection} lost: ${entry.error.message}`;
    case "request":
    case "client_notification":
      return `-> ${call(entry.message)}`;
    case "notification":
    case "server_request":
      return `<- ${call(entry.message)}`;
    case "server_answer":
      return `-> answers ${answer(entry.message)}`;
    case "response":
      return `<- ${answer(entry.message)}`;
    case "failure":
      return `!! ${entry.error.kind} ${entry.error.code}: ${entry.error.message}`;
    case "cancel":
      return `-> gives up: ${String(entry.reason)}`;
  }
}

function call(message: unknown): string {
  if (!isObject(message)) return clip(message);
  const request = message as JsonObject & { readonly method: string };
  const params = own(message, "params");
  const rest = isObject(params)
    ? Object.fromEntries(Object.entries(params).filter(([key]) => key !== "_meta"))
    : {};
  return Object.keys(rest).length === 0 ? describe(request) : `${describe(request)} ${clip(rest)}`;
}

function answer(message: unknown): string {
  if (!isObject(message)) return clip(message);
  const error = own(message, "error");
  return isObject(error)
    ? `error ${String(error["code"])} ${clip(error["message"])}`
    : `result ${clip(own(message, "result"))}`;
}

function clip(value: unknown): string {
  return quote(JSON.stringify(value) ?? "nothing", CLIPPED);
}
