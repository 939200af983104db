// The gateway's process: runs the load against the URLs it is given, prints one line of JSON.
import { type Load, openSockets, rest, runLoad } from "./profile.ts";

const WARM: Load = { connections: 100, calls: 2_000, lanes: 64 };
const FULL: Load = { connections: 1_000, calls: 20_000, lanes: 256 };

async function main(urls: readonly string[]): Promise<void> {
  const [url = ""] = urls;
  const unhandled: string[] = [];
  process.on("unhandledRejection", (error) => unhandled.push(String(error)));
  // The first load compiles the code and fills what is kept on purpose.
  await runLoad(urls, WARM);
  const before = await rest(url);
  let peak = 0;
  const look = async () => {
    peak = Math.max(peak, await openSockets(url));
  };
  const watch = setInterval(() => void look(), 100);
  const passed = await runLoad(urls, FULL);
  clearInterval(watch);
  const after = await rest(url);
  process.stdout.write(
    `${JSON.stringify({ ...passed, connections: FULL.connections, before, after, peak, unhandled })}\n`,
    () => process.exit(0),
  );
}

await main(JSON.parse(process.argv[2] ?? "[]") as string[]);
