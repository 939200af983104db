export { type FaultProxy, type FaultProxyPlan, faultProxy } from "./fault-proxy.ts";
export { faultyChild } from "./faulty-child.ts";
export { type HttpServer, type RequestHandler, type ServeHttpOptions, serveHttp } from "./serve-http.ts";
export { type PipeServer, type ServeStdioOptions, type StdioServer, serveStdio } from "./serve-stdio.ts";
export { type ChildCommand, contractChild, inlineChild, stdioChild } from "./stdio-child.ts";
