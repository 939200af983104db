// The built transports and the cache. By path: as packages they would make a circle with this one.
export { responseCache } from "../../../cache/dist/index.js";
export { http } from "../../../http/dist/index.js";
export { stdio } from "../../../stdio/dist/index.js";
