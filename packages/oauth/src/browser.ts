export type { BrowserWindow, PopupWindow, WindowMessage } from "./flows/browser.ts";
export { completePopup, type PopupFlow, type PopupFlowOptions, popupFlow } from "./flows/popup.ts";
export { completeRedirect, redirectFlow } from "./flows/redirect.ts";
export { type SessionStoreOptions, sessionStore, type TextStorage } from "./store/session-store.ts";
