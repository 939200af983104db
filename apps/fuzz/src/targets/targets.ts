import { answers } from "./answers.ts";
import { cache } from "./cache.ts";
import { challenges } from "./challenges.ts";
import { events } from "./events.ts";
import { framing } from "./framing.ts";
import { headers } from "./headers.ts";
import { messages } from "./messages.ts";
import { negotiation } from "./negotiation.ts";
import { sockets } from "./sockets.ts";
import { subscriptions } from "./subscriptions.ts";
import type { Target } from "./target.ts";

/** Everything that is fed, in the order in which it is printed. */
export const targets: readonly Target[] = [
  framing,
  events,
  answers,
  messages,
  negotiation,
  subscriptions,
  headers,
  challenges,
  cache,
  sockets,
];
