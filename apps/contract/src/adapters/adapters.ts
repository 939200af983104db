import type { ClientAdapter } from "@snodo/testing";
import { official } from "./official.ts";
import { snodo } from "./snodo.ts";

/** What is compared, by the name that `known-failures.json` uses; ours first. */
export const adapters: Readonly<Record<"snodo" | "official", ClientAdapter>> = { snodo, official };

export type AdapterName = keyof typeof adapters;
