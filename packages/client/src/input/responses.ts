import { isObject, own } from "@snodo/protocol";
import type { InputKind } from "./handlers.ts";

/**
 * Checks that a handler returned the result its kind expects, so that a bug in it is found here and not by the server.
 *
 * Spec: 2026-07-28 client/elicitation, client/sampling, client/roots; schema.ts.
 *
 * @param kind - what was asked
 * @param response - what the handler returned
 */
export function validResponse(kind: InputKind, response: unknown): boolean {
  switch (kind) {
    case "form":
    case "url":
      return validElicitation(response);
    case "sampling":
      return validSampling(response);
    case "roots":
      return validRoots(response);
  }
}

function validElicitation(response: unknown): boolean {
  if (!isObject(response)) return false;
  const action = own(response, "action");
  const content = own(response, "content");
  return (
    ["accept", "decline", "cancel"].includes(action as string) && (content === undefined || isObject(content))
  );
}

function validSampling(response: unknown): boolean {
  if (!isObject(response)) return false;
  const { role, model, stopReason, content } = response;
  if (role !== "user" && role !== "assistant") return false;
  if (typeof model !== "string" || (stopReason !== undefined && typeof stopReason !== "string")) return false;
  return Array.isArray(content) ? content.every(validBlock) : validBlock(content);
}

function validBlock(block: unknown): boolean {
  if (!isObject(block)) return false;
  switch (block["type"]) {
    case "text":
      return typeof block["text"] === "string";
    case "image":
    case "audio":
      return typeof block["data"] === "string" && typeof block["mimeType"] === "string";
    case "tool_use":
      return typeof block["id"] === "string" && typeof block["name"] === "string" && isObject(block["input"]);
    case "tool_result":
      return typeof block["toolUseId"] === "string" && Array.isArray(block["content"]);
    default:
      return false;
  }
}

function validRoots(response: unknown): boolean {
  const roots = isObject(response) ? own(response, "roots") : undefined;
  return (
    Array.isArray(roots) &&
    roots.every((root: unknown) => {
      if (!isObject(root)) return false;
      const name = own(root, "name");
      return (
        typeof root["uri"] === "string" &&
        root["uri"].startsWith("file://") &&
        (name === undefined || typeof name === "string")
      );
    })
  );
}
