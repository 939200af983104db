export { type PasteFlowOptions, pasteFlow } from "../flows/paste.ts";
export {
  type EncryptedFileStoreOptions,
  encryptedFileStore,
  type FileStoreOptions,
  fileStore,
} from "./file-store.ts";
export type { SealKey } from "./files/seal.ts";
export { type LoopbackFlowOptions, loopbackFlow } from "./loopback-flow.ts";
export { type OpenCommand, openBrowser, openCommand } from "./open-browser.ts";
