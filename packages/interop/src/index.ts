export type {
  SdkServer,
  SdkServerContext,
  SdkServerFactory,
  ServeFunction,
} from "./sdk/shapes.ts";
export { fromSdkServer, type SdkServerOptions } from "./server/from-sdk-server.ts";
