import type { Contestant, ContestantName } from "./contestant.ts";

/** Imports one contestant and nothing of the others, so that a process carries only what it measures. */
export async function load(name: ContestantName): Promise<Contestant> {
  switch (name) {
    case "floor":
      return (await import("./floor.ts")).floor;
    case "snodo":
      return (await import("./snodo.ts")).snodo;
    case "official":
      return (await import("./official.ts")).official;
    case "sdk-v1":
      return (await import("./sdk-v1.ts")).sdkV1;
    case "ai-sdk":
      return (await import("./ai-sdk.ts")).aiSdk;
  }
}
