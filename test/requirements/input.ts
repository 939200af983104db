import { DIRECT, from, type Requirement, STATELESS } from "./requirement.ts";

export const input: readonly Requirement[] = [
  ...from("guide, Multi round-trip requests", [
    ["input.by-hand", "`inputResponses` and `requestState` of a call finish the flow by hand.", STATELESS],
    ["input.no-handlers", "Without handlers the call says what is asked, with the result.", STATELESS],
    ["input.form", "A form elicitation goes to `form`, which gets mode, message and schema.", STATELESS],
    ["input.url", "A URL elicitation goes to `url`, which gets mode, message and URL.", STATELESS],
    ["input.sampling", "`sampling/createMessage` goes to `sampling` with all its params.", STATELESS],
    ["input.roots", "`roots/list` goes to `roots`, whose params are `{}` or hold `_meta`.", STATELESS],
    ["input.capabilities", "Each handler declares its capability, and nothing is declared without one."],
    ["input.capabilities-declared-wins", "Declared values win where they meet a handler's."],
    [
      "input.capabilities-empty-elicitation",
      "An explicit `elicitation: {}` next to a `url` handler is kept as form.",
    ],
    [
      "input.capabilities-not-an-object",
      "A declared entry that a handler must merge into and is no object is a TypeError.",
    ],
    ["input.capabilities-not-inferred", "`sampling.tools` and `sampling.context` are not inferred."],
    ["input.match-first", "Every request is matched and checked before any handler runs.", STATELESS],
    ["input.order", "Handlers run one at a time in the sort order of the ids.", STATELESS],
    ["input.retry", "The retry has a fresh id, the responses, and the `requestState` unchanged.", STATELESS],
    [
      "input.max-rounds",
      "`maxInputRounds` (10, client or call) results are answered; then -32000 with `maxInputRounds`.",
      STATELESS,
    ],
    [
      "input.state-only",
      "A result with only `requestState` is sent again after 250 ms and counts as a round.",
      STATELESS,
    ],
    ["input.round-timeout", "Each round has its own timeout.", STATELESS],
    ["input.round-progress", "Progress is delivered in every round.", STATELESS],
    [
      "input.no-handler-for",
      "A kind without a handler is -32602 `no_input_handler`; no handler has run.",
      STATELESS,
    ],
    [
      "input.unknown-method",
      "An unknown method, or none, is -32602 `no_input_handler` with that kind.",
      STATELESS,
    ],
    ["input.handler-failed", "A handler that fails is -32603 `input_handler` of kind execution.", STATELESS],
    [
      "input.handler-response",
      "A response that is not valid for its kind is -32603 `input_handler`.",
      STATELESS,
    ],
    [
      "input.malformed",
      "A result with nothing to answer, or params without the kind's keys, is -32000; no handler has run.",
      STATELESS,
    ],
    ["input.carries-result", "Each of these errors carries the last result.", STATELESS],
    [
      "input.no-schema-check",
      "Elicitation responses are not checked against the requested schema.",
      STATELESS,
    ],
    ["input.answer-input", "`answerInput: false` hands the result to the caller.", STATELESS],
  ]),
  ...from("guide, Progress", [
    ["progress.token", "`onProgress` sends the request's id as progress token."],
    ["progress.before-result", "Each notification's params are delivered before the call resolves."],
    ["progress.token-twice", "A `progressToken` in `meta` or params beside `onProgress` is a TypeError."],
    [
      "progress.reset",
      "`resetTimeoutOnProgress` restarts the timeout at each notification; it is off by default.",
    ],
    [
      "progress.max-total",
      "`maxTotalTimeout` (600 s) bounds the whole request: -32001 with `maxTotalTimeoutMs`.",
    ],
    ["progress.direct", "A direct call has no timeout and delivers progress.", DIRECT],
  ]),
  ...from("guide, Subscriptions", [
    ["listen.filter", "The filter is sent as given, extension keys included.", STATELESS],
    ["listen.acknowledged", "`listen` resolves at the acknowledgement with the accepted filter.", STATELESS],
    ["listen.events", "An event carries its method and params as sent.", STATELESS],
    ["listen.demand", "Events are handed out as they are asked for."],
    ["listen.buffer", "At most `maxBuffer` (100) events wait."],
    ["listen.overflow", "`overflow` drops the oldest (default) or the newest."],
    ["listen.dropped", "The number of dropped events comes just before the next event."],
    ["listen.closed", "The end comes last, after the queued events: complete, or with the error."],
    [
      "listen.close",
      "`close` cancels: a notification on stdio, a closed stream on HTTP, a closed source in process.",
    ],
    ["listen.after-close", "No event follows `close`, and the iteration ends at once."],
    ["listen.rejected", "`listen` rejects with the server's error: -32601, -32602."],
    ["listen.unacknowledged", "A stream that ends before its acknowledgement rejects `listen`.", STATELESS],
    ["listen.timeout", "No acknowledgement within `timeout` is -32001; a direct client waits.", STATELESS],
    [
      "listen.transport-failure",
      "A failed connection rejects `listen`, or ends the subscription with the error.",
    ],
    ["listen.meta", "`meta` and `traceContext` ride along.", STATELESS],
  ]),
];
