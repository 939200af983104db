import type { Clock } from "@snodo/protocol";
import { platformClock } from "../deadline.ts";
import { authError } from "../errors.ts";
import {
  type BrowserWindow,
  CHANNEL,
  currentWindow,
  isPopupReport,
  type PopupReport,
  type PopupWindow,
  type WindowMessage,
} from "./browser.ts";
import type { UserAgentFlow, VisitRequest } from "./port.ts";

/** Options of {@link popupFlow}. */
export interface PopupFlowOptions {
  /** The page that calls {@link completePopup}; of the same origin as this one. */
  readonly redirectUri: string;
  /** `window.open` features; defaults to `popup,width=520,height=680`. */
  readonly features?: string | undefined;
  readonly window?: BrowserWindow | undefined;
  readonly clock?: Clock | undefined;
}

/** A {@link UserAgentFlow} in a window of its own. */
export interface PopupFlow extends UserAgentFlow {
  /**
   * Opens the window, empty for now. Call it in the handler of the click that leads to the sign-in: later, browsers
   * block it. Called again after the user closed the window, it goes on with the sign-in under way.
   */
  open(): void;
  /**
   * Closes the window, unless a sign-in is under way in it. Call it when what the click led to is over: a token that is
   * still good, or a server that cannot be reached, leaves the window empty.
   */
  close(): void;
}

/** How often to look whether the user closed the window, in milliseconds; there is no event for it. */
const LOOK_INTERVAL = 500;
/** Nobody closes a window as fast as this: a page with COOP cut the tie, and what the window is doing is not known. */
const CUT_OFF = 3_000;
/** How long a window that seems closed may still report: a later page may have cut the tie. */
const GRACE = 60_000;

/**
 * Signs in through a popup window.
 *
 * @param options - where the popup comes back to
 */
export function popupFlow(options: PopupFlowOptions): PopupFlow {
  const window = options.window ?? currentWindow();
  const clock = options.clock ?? platformClock;
  let popup: PopupWindow | null = null;
  let target: string | undefined;
  let used = false;
  const close = (): void => {
    popup?.close();
    popup = null;
    target = undefined;
  };
  const open = (): void => {
    if (popup !== null && !popup.closed) return;
    popup = window.open("about:blank", "_blank", options.features ?? "popup,width=520,height=680");
    if (popup !== null && target !== undefined) popup.location.href = target;
  };
  return {
    open,
    close() {
      if (!used) close();
    },
    async prepare() {
      used = true;
      open();
      return {
        redirectUri: options.redirectUri,
        visit(request) {
          if (popup === null) return Promise.reject(blocked());
          target = request.url.href;
          popup.location.href = target;
          return wait(window, clock, () => popup?.closed === true, request);
        },
        async dispose() {
          used = false;
          close();
        },
      };
    },
  };
}

function wait(
  window: BrowserWindow,
  clock: Clock,
  isClosed: () => boolean,
  request: VisitRequest,
): Promise<URLSearchParams> {
  // A page with COOP loses its opener, and the channel reaches every page of this origin.
  const channel = new BroadcastChannel(CHANNEL);
  let onMessage: (event: WindowMessage) => void = () => undefined;
  let onAbort: () => void = () => undefined;
  let stop: () => void = () => undefined;
  const answer = new Promise<URLSearchParams>((resolve, reject) => {
    const take = (data: unknown): void => {
      if (!isPopupReport(data)) return;
      const params = new URLSearchParams(data.query);
      if (request.receive(params) !== "ignored") resolve(params);
    };
    onMessage = (event) => {
      if (event.origin === window.location.origin) take(event.data);
    };
    onAbort = () => reject(request.signal.reason);
    channel.onmessage = (event: MessageEvent<unknown>) => take(event.data);
    window.addEventListener("message", onMessage);
    request.signal.addEventListener("abort", onAbort);
    stop = whenClosed(clock, isClosed, () => reject(closed()));
  });
  return answer.finally(() => {
    stop();
    channel.close();
    window.removeEventListener("message", onMessage);
    request.signal.removeEventListener("abort", onAbort);
  });
}

/** Watches a window, and tells when it has been closed for so long that nothing can come of it. */
function whenClosed(clock: Clock, isClosed: () => boolean, tell: () => void): () => void {
  const start = clock.now();
  let since: number | undefined;
  let timer: unknown;
  const look = (): void => {
    const now = clock.now();
    since = isClosed() ? (since ?? now) : undefined;
    if (since !== undefined && since - start < CUT_OFF) return;
    if (since !== undefined && now - since >= GRACE) tell();
    else timer = clock.setTimeout(look, LOOK_INTERVAL, true);
  };
  look();
  return () => clock.clearTimeout(timer);
}

/**
 * Reports a popup's callback to the page that opened it, and closes the popup. Called by the page at `redirectUri`.
 *
 * @param window - the popup's own window
 */
export function completePopup(window: BrowserWindow = currentWindow()): void {
  const report: PopupReport = { type: CHANNEL, query: window.location.search };
  // The code must not stay in the address bar or the history.
  window.history.replaceState(null, "", window.location.href.split("?")[0] ?? "/");
  window.opener?.postMessage(report, window.location.origin);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(report);
  channel.close();
  window.close();
}

function blocked(): Error {
  return authError(
    "callback",
    "The sign-in failed: the browser did not open the window. Call the flow's open() in the handler of a click.",
    { error: "popup_blocked" },
  );
}

function closed(): Error {
  return authError("callback", "The sign-in failed: its window was closed. Start again.", {
    error: "closed",
  });
}
