import { describe, expect, test } from "vitest";
import { checkTraceContext, type TraceContext } from "../../src/meta/trace-context.ts";

const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const withState = (tracestate: string) => ({ traceparent: parent, tracestate });

// @req call.trace-context
describe("valid trace fields", () => {
  test.each<[string, TraceContext]>([
    ["a traceparent alone", { traceparent: parent }],
    ["a later version with more", { traceparent: `cc-${parent.slice(3)}-what-the-future-holds` }],
    ["a later version without more", { traceparent: `01-${parent.slice(3)}` }],
    ["a tracestate", withState("congo=t61rcWkgMzE, rojo=00f067aa0ba902b7")],
    ["a tenant key", withState("fw529a3039@dt=FfAAA")],
    ["empty members", withState("a=1,,b=2,")],
    ["32 members", withState(Array.from({ length: 32 }, (_, n) => `k${n}=v`).join(","))],
    ["baggage", { traceparent: parent, baggage: "userId=alice,server=DF%2028;prop=1;flag" }],
  ])("%s", (_name, context) => {
    expect(() => checkTraceContext(context)).not.toThrow();
  });
});

// @req call.trace-context
describe("malformed trace fields", () => {
  test.each([
    "",
    parent.toUpperCase(),
    `ff-${parent.slice(3)}`,
    `${parent}-more`,
    `${parent}\n`,
    parent.slice(0, -1),
    `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${"0".repeat(16)}-01`,
  ])("traceparent %j", (traceparent) => {
    expect(() => checkTraceContext({ traceparent })).toThrow(
      new TypeError("traceContext.traceparent is not a W3C traceparent (version-traceid-parentid-flags)"),
    );
  });

  test.each([
    "no-value",
    "=1",
    "A=1",
    "a=1,a=2",
    "a=b=c",
    "a=é",
    "a=1\r\nb: 2",
    "a=1\u00a0",
    "a=",
    Array.from({ length: 33 }, (_, n) => `k${n}=v`).join(","),
  ])("tracestate %j", (tracestate) => {
    expect(() => checkTraceContext(withState(tracestate))).toThrow(
      new TypeError("traceContext.tracestate is not a W3C tracestate (key=value members, at most 32)"),
    );
  });

  test.each(["", "novalue", "a b=1", 'a="1"', "a=1;é", `a=${"x".repeat(8192)}`])("baggage %j", (baggage) => {
    expect(() => checkTraceContext({ traceparent: parent, baggage })).toThrow(
      new TypeError("traceContext.baggage is not W3C baggage (key=value members, at most 8,192 characters)"),
    );
  });

  test.each([null, undefined, "text", 7])("%j is no trace context", (value) => {
    expect(() => checkTraceContext(value as unknown as TraceContext)).toThrow(TypeError);
  });

  test.each([7, null, {}])("fields of another type: %j", (value) => {
    const odd = value as unknown as string;
    expect(() => checkTraceContext({ traceparent: odd })).toThrow(/traceparent/);
    if (odd !== undefined) expect(() => checkTraceContext(withState(odd))).toThrow(/tracestate/);
  });
});
