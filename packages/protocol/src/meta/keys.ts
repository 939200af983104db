/** The `_meta` keys the protocol defines. */
export const META: {
  readonly protocolVersion: "io.modelcontextprotocol/protocolVersion";
  readonly clientCapabilities: "io.modelcontextprotocol/clientCapabilities";
  readonly clientInfo: "io.modelcontextprotocol/clientInfo";
  readonly logLevel: "io.modelcontextprotocol/logLevel";
  readonly subscriptionId: "io.modelcontextprotocol/subscriptionId";
  readonly serverInfo: "io.modelcontextprotocol/serverInfo";
  readonly relatedTask: "io.modelcontextprotocol/related-task";
  readonly progressToken: "progressToken";
  readonly traceparent: "traceparent";
  readonly tracestate: "tracestate";
  readonly baggage: "baggage";
} = Object.freeze({
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  logLevel: "io.modelcontextprotocol/logLevel",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  relatedTask: "io.modelcontextprotocol/related-task",
  progressToken: "progressToken",
  traceparent: "traceparent",
  tracestate: "tracestate",
  baggage: "baggage",
});
