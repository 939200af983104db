// Everything this library has to do: the guide and the API reference it was ported from, line by line, the rules of
// the specification, and the decisions that go beyond both.
import { authorization } from "./authorization.ts";
import { caching } from "./caching.ts";
import { calls } from "./calls.ts";
import { input } from "./input.ts";
import type { Requirement } from "./requirement.ts";
import { rules } from "./rules.ts";
import { versions } from "./versions.ts";

/** All entries, in the order of their sources. */
export const manifest: readonly Requirement[] = [
  ...calls,
  ...versions,
  ...caching,
  ...input,
  ...authorization,
  ...rules,
];
