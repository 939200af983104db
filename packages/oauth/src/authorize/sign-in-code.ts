export { complete } from "./complete.ts";
export { begin, obtain } from "./sign-user-in.ts";
