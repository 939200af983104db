import { line } from "./print.ts";
import { everything, everythingOverHttp, type RunningServer, weatherOverHttp } from "./servers.ts";
import { type Visit, visit } from "./tour.ts";

const everythingVisits: readonly Visit[] = [
  { tool: "echo", args: { message: "hello" }, expect: /hello/ },
  { tool: "get-sum", args: { a: 20, b: 22 }, expect: /42/ },
  {
    tool: "trigger-long-running-operation",
    args: { duration: 1, steps: 5 },
    expect: /completed/,
    progress: 5,
  },
];
const weatherVisits: readonly Visit[] = [
  { tool: "forecast", args: { city: "Trondheim" }, expect: /sunny/ },
  { tool: "survey", args: {}, expect: /20 stations/, progress: 20 },
];

async function main(): Promise<void> {
  const running: RunningServer[] = [];
  const start = async (server: Promise<RunningServer>): Promise<string> => {
    running.push(await server);
    return (await server).url;
  };
  try {
    await visit({
      title: "The reference server as a child process (stdio)",
      target: { command: process.execPath, args: [everything, "stdio"] },
      revision: "2025-11-25",
      visits: everythingVisits,
    });
    await visit({
      title: "The reference server on the network (Streamable HTTP)",
      target: await start(everythingOverHttp()),
      revision: "2025-11-25",
      visits: everythingVisits,
    });
    await visit({
      title: "A server of the stateless revision on the network (Streamable HTTP)",
      target: await start(weatherOverHttp()),
      revision: "2026-07-28",
      visits: weatherVisits,
    });
    line("\nEverything worked.");
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
}

await main().catch((error: unknown) => {
  process.exitCode = 1;
  process.stderr.write(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
});
