import type { Rule } from "../rule.ts";
import { OPENING } from "./pages.ts";

/** The names of OPENING_RULES. */
export type OpeningRule =
  | "version-fallback"
  | "version-refused"
  | "version-listed"
  | "envelope-required"
  | "ping"
  | "unknown-notification"
  | "capability-honest"
  | "capability-missing"
  | "capability-undeclared"
  | "list-changed-announced";

/** Rules about versions, the opening of a connection and what is announced. */
export const OPENING_RULES: Readonly<Record<OpeningRule, Rule>> = {
  "version-fallback": {
    severity: "violation",
    title: "An unknown version is answered with one the server speaks",
    fix: "Answer initialize with your newest version when you do not know the one that is asked for.",
    page: OPENING,
  },
  "version-refused": {
    severity: "violation",
    title: "An unsupported version is refused with -32022, data.supported and data.requested",
    fix: "Answer { code: -32022, data: { supported: [...], requested } }.",
    page: OPENING,
  },
  "version-listed": {
    severity: "violation",
    title: "server/discover lists the versions the server speaks",
    fix: "List every version you answer in supportedVersions.",
    page: { stateless: "server/discover", initialize: "basic/lifecycle" },
  },
  "envelope-required": {
    severity: "violation",
    title: "A request whose _meta lacks a required key is refused with -32602",
    fix: "Refuse requests without clientCapabilities in _meta: what one request may use is said by that request.",
    page: "basic",
  },
  ping: {
    severity: "violation",
    title: "ping is answered with an empty result",
    fix: "Answer ping at any time with {}.",
    page: "basic/utilities/ping",
  },
  "unknown-notification": {
    severity: "violation",
    title: "A notification nobody knows is ignored",
    fix: "Ignore notifications you do not know; never answer one.",
    page: "basic",
  },
  "capability-honest": {
    severity: "violation",
    title: "What is announced works",
    fix: "Announce a capability only when its methods are there.",
    page: OPENING,
  },
  "capability-missing": {
    severity: "warning",
    title: "What works is announced",
    fix: "Announce the capability: clients do not use what is not announced.",
    page: OPENING,
  },
  "capability-undeclared": {
    severity: "violation",
    title: "A method behind a capability that was not announced is answered -32601",
    fix: "Answer -32601 for the methods of a feature you do not announce.",
    page: "basic",
  },
  "list-changed-announced": {
    severity: "violation",
    title: "Changes are told only when listChanged is announced",
    fix: "Announce listChanged: true, or do not send the notification.",
    page: OPENING,
  },
};
