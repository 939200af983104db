import type { Rule } from "./rule.ts";
import { FEATURES_RULES, type FeaturesRule } from "./rules/features.ts";
import { HTTP_RULES, type HttpRule } from "./rules/http.ts";
import { MESSAGES_RULES, type MessagesRule } from "./rules/messages.ts";
import { OPENING_RULES, type OpeningRule } from "./rules/opening.ts";
import { RUNNING_RULES, type RunningRule } from "./rules/running.ts";

/** The name of a rule. */
export type RuleName = MessagesRule | OpeningRule | FeaturesRule | RunningRule | HttpRule;

/** Every rule that `checkServer` knows, by name. */
export const RULES: Readonly<Record<RuleName, Rule>> = {
  ...MESSAGES_RULES,
  ...OPENING_RULES,
  ...FEATURES_RULES,
  ...RUNNING_RULES,
  ...HTTP_RULES,
};
