import type { ClientAdapter } from "@snodo/testing";
import { aiSdk } from "./ai-sdk.ts";
import { official } from "./official.ts";
import { sdkV1 } from "./sdk-v1.ts";
import { snodo } from "./snodo.ts";

/** What is compared, by the name that `known-failures.json` uses; ours first. */
export const adapters: Readonly<Record<"snodo" | "official" | "sdk-v1" | "ai-sdk", ClientAdapter>> = {
  snodo,
  official,
  "sdk-v1": sdkV1,
  "ai-sdk": aiSdk,
};

export type AdapterName = keyof typeof adapters;
