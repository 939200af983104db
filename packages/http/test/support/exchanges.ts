import type { HttpOptions } from "../../src/index.ts";

/** Both ways to reach a server: what holds for one must hold for the other. */
export const EXCHANGES: readonly { readonly name: string; readonly options: HttpOptions }[] = [
  { name: "undici", options: {} },
  { name: "fetch", options: { fetch: (input, init) => fetch(input, init) } },
];
