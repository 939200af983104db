import { answers } from "./cases/answers.ts";
import { connecting } from "./cases/connecting.ts";
import { givingUp } from "./cases/giving-up.ts";
import { hostile } from "./cases/hostile.ts";
import { input } from "./cases/input.ts";
import { sessions } from "./cases/sessions.ts";
import { streams } from "./cases/streams.ts";
import { watching } from "./cases/watching.ts";
import type { ClientCase } from "./client-case.ts";

/**
 * What any MCP client must do: find a revision, take what servers send in every legal form, survive what they must not
 * send, and never hang. The servers of the cases live in this process; no socket is opened.
 */
export const clientContract: readonly ClientCase[] = Object.freeze([
  ...connecting,
  ...answers,
  ...streams,
  ...sessions,
  ...givingUp,
  ...input,
  ...watching,
  ...hostile,
]);
