import { type Clock, systemClock } from "@snodo/protocol";
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
   * block it.
   */
  open(): void;
}

/** How often to look whether the user closed the window, in milliseconds; there is no event for it. */
const LOOK_INTERVAL = 500;
/** A window that was closed after it reported: how long the report may take. */
const GRACE = 1_000;

/**
 * Signs in through a popup window.
 *
 * @param options - where the popup comes back to
 */
export function popupFlow(options: PopupFlowOptions): PopupFlow {
  const window = options.window ?? currentWindow();
  const clock = options.clock ?? systemClock;
  let popup: PopupWindow | null = null;
  const open = (): void => {
    if (popup === null || popup.closed) {
      popup = window.open("about:blank", "_blank", options.features ?? "popup,width=520,height=680");
    }
  };
  return {
    open,
    async prepare() {
      open();
      return {
        redirectUri: options.redirectUri,
        visit(request) {
          if (popup === null) return Promise.reject(blocked());
          return wait(window, clock, popup, request);
        },
        async dispose() {
          popup?.close();
          popup = null;
        },
      };
    },
  };
}

function wait(
  window: BrowserWindow,
  clock: Clock,
  popup: PopupWindow,
  request: VisitRequest,
): Promise<URLSearchParams> {
  // A page with COOP loses its opener, and a browser without BroadcastChannel keeps it.
  const channel = new BroadcastChannel(CHANNEL);
  let timer: unknown;
  let onMessage: (event: WindowMessage) => void = () => undefined;
  let onAbort: () => void = () => undefined;
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
    const look = (): void => {
      timer = popup.closed
        ? clock.setTimeout(() => reject(closed()), GRACE, true)
        : clock.setTimeout(look, LOOK_INTERVAL, true);
    };
    look();
    window.addEventListener("message", onMessage);
    request.signal.addEventListener("abort", onAbort);
    popup.location.href = request.url.href;
  });
  return answer.finally(() => {
    clock.clearTimeout(timer);
    channel.close();
    window.removeEventListener("message", onMessage);
    request.signal.removeEventListener("abort", onAbort);
  });
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
