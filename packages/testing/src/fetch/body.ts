import { ErrorCode, messageOf } from "@snodo/protocol";
import { refusal } from "./reply.ts";

/** A body that was read, or the response that says why it was not. */
export type ReadBody = { readonly value: unknown } | { readonly refused: Response };

const JSON_TYPE = "application/json";
const STREAM_TYPE = "text/event-stream";

/**
 * Reads the body of a POST after checking its content headers.
 *
 * Spec: basic/transports/streamable-http, Sending Messages.
 *
 * @param request - the POST
 * @param limit - the most bytes to take
 * @param strict - whether a wrong `Accept` or `Content-Type` is refused
 */
export async function readBody(request: Request, limit: number, strict: boolean): Promise<ReadBody> {
  if (strict && mediaType(request.headers.get("content-type")) !== JSON_TYPE) {
    return { refused: refusal(415, ErrorCode.InvalidRequest, `Content-Type must be ${JSON_TYPE}`) };
  }
  if (strict && !(accepts(request, JSON_TYPE) && accepts(request, STREAM_TYPE))) {
    return {
      refused: refusal(406, ErrorCode.InvalidRequest, `Accept must name ${JSON_TYPE} and ${STREAM_TYPE}`),
    };
  }
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > limit) {
    return { refused: refusal(413, ErrorCode.InvalidRequest, `the body is larger than ${limit} bytes`) };
  }
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch (error) {
    return { refused: refusal(400, ErrorCode.ParseError, `Parse error: ${messageOf(error)}`) };
  }
}

/**
 * Says whether a request names a media type in `Accept`.
 *
 * @param request - any request
 * @param type - the media type, in lower case
 */
export function accepts(request: Request, type: string): boolean {
  const named = (request.headers.get("accept") ?? "").split(",").map(mediaType);
  return named.includes(type);
}

function mediaType(value: string | null): string {
  return (value ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
