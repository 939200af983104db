// What a page that calls MCP servers over HTTP loads; measured by `npm run size`.
import * as client from "../../packages/client/dist/index.js";
import * as http from "../../packages/http/dist/index.js";

export { client, http };
