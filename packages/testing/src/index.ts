export type { RuleCount } from "./check/ledger.ts";
export type { CheckHttp, CheckOptions } from "./check/options.ts";
export type { ServerReport, SpokenRevision } from "./check/report.ts";
export type { Finding, Severity } from "./check/rule.ts";
export { checkServer } from "./check/run-check.ts";
export type {
  AdaptedClient,
  AdaptedSubscription,
  AdapterCall,
  AdapterOptions,
  AdapterQuestion,
  ClientAdapter,
  ClientTarget,
  HttpTarget,
  PipeEnd,
  PipeTarget,
} from "./client-contract/adapter.ts";
export type { ClientCase, ClientFeature } from "./client-contract/client-case.ts";
export { clientContract } from "./client-contract/contract.ts";
export {
  type ClientCaseOutcome,
  type ClientContractOptions,
  type ClientReport,
  compareClients,
  runClientContract,
} from "./client-contract/run-client-contract.ts";
export { type ManualClock, manualClock } from "./clock/manual-clock.ts";
export { type CacheStoreSubject, cacheStoreContract } from "./contracts/cache-store.ts";
export { type ContractCase, ContractFailure } from "./contracts/case.ts";
export { contractServer } from "./contracts/contract-server.ts";
export { oauthStoreContract } from "./contracts/oauth-store.ts";
export type { OAuthRecordKind, OAuthStoreLike, OAuthStoreSubject } from "./contracts/oauth-store-subject.ts";
export { type Disposable, type RunContractOptions, runContract, type TestFunction } from "./contracts/run.ts";
export { type TokenProviderSubject, tokenProviderContract } from "./contracts/token-provider.ts";
export { transportContract } from "./contracts/transport/contract.ts";
export type { TransportCase } from "./contracts/transport/eras.ts";
export type { TransportFeature, TransportSubject } from "./contracts/transport/subject.ts";
export {
  expectPrompt,
  expectResource,
  type PromptGetter,
  type ResourceReader,
  type TextExpectation,
} from "./expect/expect-content.ts";
export { ExpectationFailure, expectTool, type ToolExpectation } from "./expect/expect-tool.ts";
export {
  type MatcherResult,
  type ToolMatcherFunctions,
  type ToolMatchers,
  toolMatchers,
} from "./expect/matchers.ts";
export { type ObserveOptions, observeTool, type ToolCaller, type ToolObservation } from "./expect/observe.ts";
export {
  type AskedInput,
  type InputAnswersByKind,
  type InputRecorder,
  recordInput,
} from "./expect/record-input.ts";
export { type FaultyFetch, type FetchFaultPlan, faultyFetch } from "./faults/faulty-fetch.ts";
export { type FaultyStream, type FaultyStreamOptions, faultyStream } from "./faults/faulty-stream.ts";
export {
  type FaultyTransport,
  type FaultyTransportOptions,
  faultyTransport,
} from "./faults/faulty-transport.ts";
export type { ByteFaultPlan, DelayFault, FaultOptions, TransportFaultPlan } from "./faults/plan.ts";
export { type Random, seededRandom } from "./faults/random.ts";
export { fetchHandler } from "./fetch/handler.ts";
export {
  type LegacySseHandler,
  type LegacySseOptions,
  legacySseHandler,
} from "./fetch/legacy-sse.ts";
export type { Authenticated, FetchHandler, FetchHandlerOptions, HttpRuntime } from "./fetch/options.ts";
export {
  type MemoryTransport,
  type MemoryTransportOptions,
  memoryTransport,
} from "./hosts/memory-transport.ts";
export { type ServedPipe, type ServePipeOptions, servePipe } from "./hosts/serve-pipe.ts";
export { type RecordingTransport, type RecordOptions, recordTransport } from "./record/record-transport.ts";
export type { RecordedError } from "./record/recorded-error.ts";
export { REDACTED, type RedactOptions, redactor } from "./record/redact.ts";
export { replayTransport } from "./record/replay-transport.ts";
export { recordingText } from "./record/text.ts";
export type { Recording, WireEntry } from "./record/wire-log.ts";
export { ScriptFailure } from "./scripted/match.ts";
export type { Incoming, ScriptServer } from "./scripted/script-server.ts";
export { type ScriptedOptions, type ScriptedServer, scripted } from "./scripted/scripted.ts";
export {
  type FetchScriptServer,
  type IncomingFetch,
  type ScriptedFetch,
  scriptedFetch,
} from "./scripted/scripted-fetch.ts";
export type { CallContext } from "./server/call-context.ts";
export type { TestClient } from "./server/client-state.ts";
export type {
  CacheHint,
  CompletionHandler,
  MethodHandler,
  PromptHandler,
  ResourceOutcome,
  TestPrompt,
  TestResource,
  TestResourceTemplate,
  TestServerDefinition,
  TestTool,
  ToolHandler,
  ToolOutcome,
} from "./server/definition.ts";
export { RpcFault } from "./server/fault.ts";
export type { Hold } from "./server/holds.ts";
export type { InputAnswers, InputQuestions } from "./server/rounds.ts";
export { type TestServer, type TestServerOptions, testServer } from "./server/test-server.ts";
export type { Announcements } from "./server/watchers.ts";
