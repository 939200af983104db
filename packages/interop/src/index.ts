export {
  type SdkClientTransport,
  type ToSdkTransportOptions,
  toSdkTransport,
} from "./client/to-sdk-transport.ts";
export {
  type FetchHandler,
  type FetchHandlerObject,
  type FetchHandlerOptions,
  fromFetchHandler,
} from "./fetch/from-fetch-handler.ts";
export type {
  SdkServer,
  SdkServerContext,
  SdkServerFactory,
  SdkTransport,
  ServeFunction,
} from "./sdk/shapes.ts";
export { fromSdkServer, type SdkServerOptions } from "./server/from-sdk-server.ts";
export { fromSdkTransport, type SdkTransportOptions } from "./transport/from-sdk-transport.ts";
