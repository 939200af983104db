/** As much of a window as the browser flows use. The real one fits; tests and frames can give their own. */
export interface BrowserWindow {
  readonly location: {
    readonly href: string;
    readonly search: string;
    readonly origin: string;
    assign(url: string): void;
  };
  readonly history: { replaceState(data: unknown, unused: string, url: string): void };
  readonly opener: { postMessage(message: unknown, targetOrigin: string): void } | null;
  open(url: string, target: string, features: string): PopupWindow | null;
  close(): void;
  addEventListener(type: "message", listener: (event: WindowMessage) => void): void;
  removeEventListener(type: "message", listener: (event: WindowMessage) => void): void;
}

/** A window that was opened. */
export interface PopupWindow {
  readonly closed: boolean;
  readonly location: { href: string };
  close(): void;
}

/** What another window sent. */
export interface WindowMessage {
  readonly data: unknown;
  readonly origin: string;
}

/** The window this code runs in. */
export function currentWindow(): BrowserWindow {
  return globalThis as unknown as BrowserWindow;
}

/** The channel a popup reports on. Its name holds nothing of the sign-in. */
export const CHANNEL = "snodo-oauth-callback";

/** What a popup reports: the query it came back with. */
export interface PopupReport {
  readonly type: typeof CHANNEL;
  readonly query: string;
}

/** Says whether a message is a popup's report. */
export function isPopupReport(data: unknown): data is PopupReport {
  return (
    typeof data === "object" &&
    data !== null &&
    "type" in data &&
    data.type === CHANNEL &&
    "query" in data &&
    typeof data.query === "string"
  );
}
