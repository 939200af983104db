import { contractServer, legacySseHandler, runContract, transportContract } from "@snodo/testing";
import { type HttpServer, type ServeHttpOptions, serveHttp } from "@snodo/testing/node";
import { describe, test } from "vitest";
import { http, legacySse } from "../../src/index.ts";
import { EXCHANGES } from "../support/exchanges.ts";

const LIMIT = 4 * 1024 * 1024;

async function subject(server: HttpServer, options: Parameters<typeof http>[1]) {
  return {
    transport: http(server.url, { ...options, maxResponseBytes: LIMIT }),
    limit: LIMIT,
    sever: () => server.sever(),
    dispose: () => server.close(),
  };
}

for (const { name, options } of EXCHANGES) {
  for (const answers of ["auto", "sse"] as const) {
    describe(`${name}, answers as ${answers}`, () => {
      const serve: ServeHttpOptions = { answers };
      runContract(test, transportContract, async () =>
        subject(await serveHttp(contractServer(), serve), options),
      );
    });
  }

  describe(`${name}, HTTP+SSE`, () => {
    runContract(
      test,
      transportContract,
      async () => {
        const server = await serveHttp(legacySseHandler(contractServer()), { path: "*" });
        return {
          transport: legacySse(server.url, { ...options, maxResponseBytes: LIMIT }),
          limit: LIMIT,
          sever: () => server.sever(),
          dispose: () => server.close(),
        };
      },
      { without: ["stateless"] },
    );
  });
}
