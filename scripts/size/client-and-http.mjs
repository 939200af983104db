// What a page that calls MCP servers over HTTP loads; measured by `npm run size`.
export { connect } from "../../packages/client/dist/index.js";
export { http } from "../../packages/http/dist/index.js";
