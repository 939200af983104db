// A server whose list of tools has one that cannot be used.
import { testServer } from "@snodo/testing";
import { serveStdio } from "@snodo/testing/node";

serveStdio(
  testServer({
    tools: { good: () => "ok" },
    methods: {
      "tools/list": () => ({
        tools: [
          { name: "good", inputSchema: { type: "object" } },
          { name: "bad" },
          { name: "also-good", inputSchema: { type: "object" } },
        ],
      }),
    },
  }),
);
