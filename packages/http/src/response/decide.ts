import type { Era } from "@snodo/protocol";

/** What is known when the headers of a response are in. */
export interface ResponseFacts {
  readonly status: number;
  /** The media type in lower case without parameters; undefined when none is named. */
  readonly mediaType: string | undefined;
  /** A request waits for an answer; a notification and an answer to a server request wait for nothing. */
  readonly expects: "answer" | "nothing";
  /** The era of the message; undefined for `initialize`, which settles it. */
  readonly era: Era | undefined;
  /** Whether the server has another stream to answer on: the standalone GET of the initialize era. */
  readonly channel: boolean;
}

/** What to do with a response. */
export type Outcome =
  /** The answer is the body. */
  | { readonly type: "json" }
  /** The answer is an event of the body. */
  | { readonly type: "events" }
  /** The server took what wanted no answer; whatever the body holds means nothing. */
  | { readonly type: "taken" }
  /** The answer will come on the standalone stream. */
  | { readonly type: "elsewhere" }
  /** There will be no answer. */
  | { readonly type: "no_answer" }
  /** The body is of a type that holds no answer. */
  | { readonly type: "content_type" }
  /** The body may say why: see judge.ts. */
  | { readonly type: "failure"; readonly json: boolean };

/**
 * Decides what a response means from its status, its media type and the era.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http, Sending Messages; 2025-11-25 basic/transports, the same.
 *
 * @param facts - what the headers say
 */
export function decide(facts: ResponseFacts): Outcome {
  const { status, mediaType, expects, era, channel } = facts;
  const ok = status >= 200 && status < 300;
  // Some servers name no type for JSON; an error page always does.
  const json = mediaType === undefined || isJson(mediaType);
  if (!ok) return { type: "failure", json };
  // Servers acknowledge notifications with any 2xx, any type and any body.
  if (expects === "nothing") return { type: "taken" };
  if (status === 202) return era === "initialize" && channel ? { type: "elsewhere" } : { type: "no_answer" };
  if (status === 204 || status === 205) return { type: "no_answer" };
  if (mediaType === "text/event-stream") return { type: "events" };
  return { type: json ? "json" : "content_type" };
}

/**
 * The media type of a `Content-Type` header, without its parameters.
 *
 * @param contentType - the header's value
 */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  return type === "" ? undefined : type;
}

function isJson(mediaType: string): boolean {
  return mediaType === "application/json" || mediaType.endsWith("+json");
}
