import type { PortableCase } from "../portable-case.ts";
import { cacheCases, directCases } from "./direct.ts";
import { eraCases } from "./eras.ts";
import { httpCases } from "./http.ts";
import { oauthCases } from "./oauth.ts";
import { skillsCases } from "./skills.ts";

/** Everything that has to hold on every runtime. */
export const cases: readonly PortableCase[] = [
  ...eraCases,
  ...httpCases,
  ...directCases,
  ...cacheCases,
  ...oauthCases,
  ...skillsCases,
];
