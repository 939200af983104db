import { expect, test } from "vitest";
import { decide, mediaTypeOf, type ResponseFacts } from "../../src/response/decide.ts";

const answer: ResponseFacts = {
  status: 200,
  mediaType: "application/json",
  expects: "answer",
  era: "stateless",
  channel: false,
};
const notice: ResponseFacts = { ...answer, expects: "nothing" };

/** What is different from a plain 200 with JSON, and what it means. */
const ROWS: readonly (readonly [Partial<ResponseFacts>, object])[] = [
  [{}, { type: "json" }],
  [{ mediaType: "application/problem+json" }, { type: "json" }],
  [{ mediaType: undefined }, { type: "json" }],
  [{ mediaType: "text/event-stream" }, { type: "events" }],
  [{ mediaType: "text/event-stream", era: "initialize" }, { type: "events" }],
  [{ mediaType: "text/html" }, { type: "content_type" }],
  [{ mediaType: "text/plain" }, { type: "content_type" }],
  [{ mediaType: "application/octet-stream" }, { type: "content_type" }],
  [{ status: 201 }, { type: "json" }],
  [{ status: 202 }, { type: "no_answer" }],
  [{ status: 202, mediaType: undefined }, { type: "no_answer" }],
  [{ status: 202, era: "initialize" }, { type: "no_answer" }],
  [{ status: 202, era: "initialize", channel: true }, { type: "elsewhere" }],
  [{ status: 202, era: "stateless", channel: true }, { type: "no_answer" }],
  [{ status: 202, era: undefined, channel: true }, { type: "no_answer" }],
  [{ status: 204, mediaType: undefined }, { type: "no_answer" }],
  [{ status: 204, era: "initialize", channel: true }, { type: "no_answer" }],
  [{ status: 205, mediaType: undefined }, { type: "no_answer" }],
  [
    { status: 304, mediaType: undefined },
    { type: "failure", json: true },
  ],
  [{ status: 400 }, { type: "failure", json: true }],
  [
    { status: 400, mediaType: "text/html" },
    { type: "failure", json: false },
  ],
  [{ status: 401 }, { type: "failure", json: true }],
  [
    { status: 404, era: "initialize" },
    { type: "failure", json: true },
  ],
  [
    { status: 404, mediaType: "text/event-stream" },
    { type: "failure", json: false },
  ],
  [
    { status: 429, mediaType: "text/plain" },
    { type: "failure", json: false },
  ],
  [{ status: 500 }, { type: "failure", json: true }],
  [
    { status: 503, mediaType: undefined },
    { type: "failure", json: true },
  ],
];

test.each(ROWS)("a request answered with %o: %o", (difference, outcome) => {
  expect(decide({ ...answer, ...difference })).toEqual(outcome);
});

test.each([
  [200, "application/json"],
  [200, "text/html"],
  [200, undefined],
  [202, "text/plain"],
  [204, undefined],
  [200, "text/event-stream"],
] as const)("a notification answered with %i and %s was taken", (status, mediaType) => {
  expect(decide({ ...notice, status, mediaType })).toEqual({ type: "taken" });
});

test.each([400, 401, 404, 405, 500])("a notification answered with %i was refused", (status) => {
  expect(decide({ ...notice, status })).toEqual({ type: "failure", json: true });
});

test.each([
  ["application/json", "application/json"],
  ["Application/JSON; charset=utf-8", "application/json"],
  [" text/event-stream ;x=y", "text/event-stream"],
  ["", undefined],
  [";", undefined],
  [undefined, undefined],
])("the media type of %j is %j", (header, type) => {
  expect(mediaTypeOf(header)).toBe(type);
});
