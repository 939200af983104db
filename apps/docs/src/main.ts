import { build, createServer } from "vitepress";
import { generateApi } from "./api/generate.ts";
import { app } from "./paths.ts";

/** Builds the site, or with `--serve` shows it while pages are written. Every warning is an error. */
async function main(args: readonly string[]): Promise<void> {
  const problems = await generateApi();
  if (problems > 0) {
    console.error(`docs: the reference has ${problems} problem(s)`);
    process.exitCode = 1;
  }
  if (args.includes("--serve")) {
    const server = await createServer(app);
    await server.listen();
    server.printUrls();
    return;
  }
  // The configuration sets the exit code when anything warns.
  await build(app);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
