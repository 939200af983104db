/** W3C trace fields that ride in a request's `_meta`. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string | undefined;
  readonly baggage?: string | undefined;
}

const PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const STATE_KEY = /^(?:[a-z][a-z0-9_\-*/]{0,255}|[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13})$/;
const STATE_VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
const BAGGAGE_MEMBER =
  /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+[ \t]*=[ \t]*[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*[ \t]*(?:;[\t\x20-\x7e]*)?$/;
const AROUND = /^[ \t]+|[ \t]+$/g;

/**
 * Checks trace fields before they are sent.
 *
 * Spec: 2026-07-28 basic/index `_meta`; W3C Trace Context; W3C Baggage.
 *
 * @param context - what the caller passed as `traceContext`
 * @throws TypeError naming the field that is malformed
 */
export function checkTraceContext(context: TraceContext): void {
  if (typeof context !== "object" || context === null) throw new TypeError("traceContext must be an object");
  if (!validTraceparent(context.traceparent)) {
    throw new TypeError("traceContext.traceparent is not a W3C traceparent (version-traceid-parentid-flags)");
  }
  if (context.tracestate !== undefined && !validTracestate(context.tracestate)) {
    throw new TypeError("traceContext.tracestate is not a W3C tracestate (key=value members, at most 32)");
  }
  if (context.baggage !== undefined && !validBaggage(context.baggage)) {
    throw new TypeError(
      "traceContext.baggage is not W3C baggage (key=value members, at most 8,192 characters)",
    );
  }
}

function validTraceparent(value: unknown): boolean {
  const match = typeof value === "string" ? PARENT.exec(value) : null;
  if (match === null) return false;
  const [, version, trace, parent, , rest] = match;
  if (version === "ff" || (version === "00" && rest !== undefined)) return false;
  return trace !== "0".repeat(32) && parent !== "0".repeat(16);
}

function validTracestate(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const members = value
    .split(",")
    .map((member) => member.replace(AROUND, ""))
    .filter((member) => member !== "");
  if (members.length > 32) return false;
  const keys = new Set<string>();
  return members.every((member) => {
    const at = member.indexOf("=");
    const key = member.slice(0, at);
    if (at < 1 || keys.has(key)) return false;
    keys.add(key);
    return STATE_KEY.test(key) && STATE_VALUE.test(member.slice(at + 1));
  });
}

function validBaggage(value: unknown): boolean {
  if (typeof value !== "string" || value.length > 8192) return false;
  return value.split(",").every((member) => BAGGAGE_MEMBER.test(member.replace(AROUND, "")));
}
