export { http } from "./http-transport.ts";
export { legacySse } from "./legacy-transport.ts";
export type { DispatcherLike, HttpOptions, LegacySseOptions } from "./options.ts";
export type { HeadersLike, HeadersOption } from "./request/user-headers.ts";
export type { RetryOptions } from "./retry.ts";
