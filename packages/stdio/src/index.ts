export { StdioDiagnostic, type StdioDiagnosticCode } from "./diagnostics.ts";
export type { ShutdownOptions, StderrListener, StdioOptions } from "./options.ts";
export { safeEnvironment } from "./process/environment.ts";
export type {
  ByteSink,
  ByteSource,
  SpawnedProcess,
  SpawnFunction,
  SpawnRequest,
} from "./process/spawned-process.ts";
export { stdio } from "./stdio.ts";
