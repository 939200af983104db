// A page and a server for it: `node src/main.ts` (Node 24 or newer runs TypeScript as it is).
import { serveHttp } from "@snodo/testing/node";
import { mcpServer } from "./server.ts";
import { site } from "./site.ts";

const pages = await serveHttp(await site(), { path: "*", port: 8080 });
const server = await serveHttp(mcpServer(new URL(pages.url).origin));
console.log(`${pages.url}?server=${encodeURIComponent(server.url)}`);
