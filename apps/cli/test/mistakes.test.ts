// The likeliest mistakes, and what each prints: exactly what somebody sees. Read them as one who just made them.
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIXTURE } from "./support/fixture.ts";
import { snodo } from "./support/run-snodo.ts";

interface Mistake {
  readonly what: string;
  /** SRV stands for the fixture, WEB for a web server. */
  readonly line: readonly string[];
  readonly code: number;
  /** NODE stands for the path of Node. */
  readonly prints: string;
}

const NODE = process.execPath;
const SRV: readonly string[] = ["--", ...FIXTURE];

const MISTAKES: readonly Mistake[] = [
  {
    what: "no server",
    line: ["tools"],
    code: 2,
    prints: `error: Which server?
hint: Give a URL, a name that \`snodo servers\` lists, or a command after --, such as -- npx -y some-server.`,
  },
  {
    what: "a URL without its scheme",
    line: ["tools", "example.com/mcp"],
    code: 2,
    prints: `error: No server is called "example.com/mcp".
hint: A URL starts with its scheme: https://example.com/mcp`,
  },
  {
    what: "no command",
    line: ["https://example.com/mcp"],
    code: 2,
    prints: `error: There is no command "https://example.com/mcp".
hint: Say what to do with it: snodo tools https://example.com/mcp`,
  },
  {
    what: "a command that is almost one",
    line: ["tool", "https://example.com/mcp"],
    code: 2,
    prints: `error: There is no command "tool".
hint: Did you mean tools?`,
  },
  {
    what: "an option that is almost one",
    line: ["tools", "https://example.com/mcp", "--hedaer", "A: b"],
    code: 2,
    prints: `error: There is no option --hedaer.
hint: Did you mean --header?`,
  },
  {
    what: "an option of another command",
    line: ["tools", "https://example.com/mcp", "--count", "3"],
    code: 2,
    prints: `error: snodo tools has no option --count.
hint: \`snodo help tools\` lists them.`,
  },
  {
    what: "an option without its value",
    line: ["tools", "https://example.com/mcp", "--timeout"],
    code: 2,
    prints: `error: --timeout needs a value.
hint: Write --timeout TIME.`,
  },
  {
    what: "a duration that is none",
    line: ["tools", "https://example.com/mcp", "--timeout", "soon"],
    code: 2,
    prints: `error: --timeout "soon" is no duration.
hint: Write it as 500ms, 10s, 2m or 1h; a bare number is seconds.`,
  },
  {
    what: "a header without its name",
    line: ["tools", "https://example.com/mcp", "-H", "Bearer secret"],
    code: 2,
    prints: `error: A value of --header has no name.
hint: Write it as --header "Name: value".`,
  },
  {
    what: "a header for a command",
    line: ["tools", "-H", "A: b", ...SRV],
    code: 2,
    prints: `error: --header has no effect on a command.
hint: It gets what it needs from its environment.`,
  },
  {
    what: "a revision that does not exist",
    line: ["tools", "https://example.com/mcp", "--protocol", "2025"],
    code: 2,
    prints: `error: --protocol 2025 is no revision.
hint: There are 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05.`,
  },
  {
    what: "a server of no configuration file",
    line: ["tools", "github"],
    code: 2,
    prints: `error: No server is called "github".
hint: No configuration file has any. Give a URL, or a command after --.`,
  },
  {
    what: "a configuration file with a mistake",
    line: ["servers", "--config", "FOLDER/open.json"],
    code: 2,
    prints: "error: FOLDER/open.json is no JSON: a } is missing (line 1, column 42).",
  },
  {
    what: "a variable that is not set",
    line: ["tools", "mine", "--config", "FOLDER/vars.json"],
    code: 2,
    prints: "error: FOLDER/vars.json: mcpServers.mine.env.KEY: the environment variable MY_KEY is not set.",
  },
  {
    what: "a command that is not installed",
    line: ["tools", "--", "no-such-command"],
    code: 3,
    prints: `error: could not start no-such-command: ENOENT, there is no command "no-such-command" on the PATH the server gets. Is it installed? If it is an npm package, run it with npx, or give the full path.`,
  },
  {
    what: "a server that misses something",
    line: ["tools", "--", NODE, "-e", "console.error('Error: GITHUB_TOKEN is not set'); process.exit(1)"],
    code: 3,
    prints: `error: cannot connect: initialize failed: the server process exited with code 1.
Its stderr ended with:
  Error: GITHUB_TOKEN is not set`,
  },
  {
    what: "a program that is no server",
    line: ["tools", "--", NODE, "-e", ""],
    code: 3,
    prints: `error: cannot connect: initialize failed: the server process exited with code 0. It left nothing on stderr.
hint: Is it an MCP server?`,
  },
  {
    what: "a server that does not run",
    line: ["tools", "http://127.0.0.1:1/mcp"],
    code: 3,
    prints:
      "error: server/discover on http://127.0.0.1:1/mcp failed: could not connect to 127.0.0.1:1 (connect ECONNREFUSED 127.0.0.1:1); check that the server runs and the address is right.",
  },
  {
    what: "a web page",
    line: ["tools", "WEB/"],
    code: 6,
    prints:
      "error: cannot connect to WEB/: initialize failed: the server answered HTTP 200 with text/html, not JSON or an event stream; check that the URL is that of an MCP endpoint.",
  },
  {
    what: "the wrong path",
    line: ["tools", "WEB/wrong"],
    code: 3,
    prints:
      "error: cannot connect to WEB/wrong: initialize failed: the server answered HTTP 404: not found; check that the URL is that of an MCP endpoint.",
  },
  {
    what: "no sign-in",
    line: ["tools", "WEB/private"],
    code: 4,
    prints: `error: WEB/private wants a sign-in, and nobody can be asked here.
hint: Sign in with: snodo login WEB/private`,
  },
  {
    what: "no tool",
    line: ["call", ...SRV],
    code: 2,
    prints: `error: Which tool?
hint: \`snodo tools SERVER\` lists them.`,
  },
  {
    what: "a tool that is almost one",
    line: ["call", "ecko", "text=hi", ...SRV],
    code: 2,
    prints: `error: The server has no tool "ecko".
hint: Did you mean echo?`,
  },
  {
    what: "an argument that is missing",
    line: ["call", "echo", ...SRV],
    code: 2,
    prints: `error: echo was not called: text is missing (a string).
hint: It takes: text=STRING [times=INTEGER]`,
  },
  {
    what: "an argument that is misspelt",
    line: ["call", "echo", "tekst=hi", ...SRV],
    code: 2,
    prints: `error: echo was not called: text is missing (a string); tekst is no argument of it (did you mean text?).
hint: It takes: text=STRING [times=INTEGER]`,
  },
  {
    what: "an argument without its name",
    line: ["call", "echo", "hello", ...SRV],
    code: 2,
    prints: `error: "hello" is no argument.
hint: It takes: text=STRING [times=INTEGER]. Or all of it as a JSON object, @file for one in a file, - for one on stdin.`,
  },
  {
    what: "an argument of the wrong type",
    line: ["call", "echo", "text=hi", "times=two", ...SRV],
    code: 2,
    prints: 'error: times must be an integer, and is "two".',
  },
  {
    what: "an argument out of bounds",
    line: ["call", "echo", "text=hi", "times=0", ...SRV],
    code: 2,
    prints: `error: echo was not called: times is refused by its schema: 0 is less than 1.
hint: It takes: text=STRING [times=INTEGER]`,
  },
  {
    what: "a file that is not there",
    line: ["call", "echo", "text=@none.txt", ...SRV],
    code: 2,
    prints: `error: There is no file none.txt.
hint: A text that starts with @ is written with two: name=@@text.`,
  },
  {
    what: "a resource without its scheme",
    line: ["read", "notes.md", ...SRV],
    code: 2,
    prints: `error: "notes.md" is no URI.
hint: A URI starts with its scheme, as in file:///notes.md.`,
  },
  {
    what: "a prompt without its argument",
    line: ["prompt", "review", ...SRV],
    code: 2,
    prints: `error: review was not asked for: language is missing.
hint: It takes: language=TEXT [tone=TEXT]`,
  },
  {
    what: "a call that takes longer than thought",
    line: ["call", "hangs", "--timeout", "3s", ...SRV],
    code: 5,
    prints: `error: tools/call "hangs" was given up: there was no answer within 3 s.
hint: Give it longer with --timeout, such as --timeout 5m; 0 waits for ever.`,
  },
];

let web: Server;
let folder: string;

beforeAll(async () => {
  web = createServer((request, response) => {
    if (request.url === "/wrong") response.writeHead(404).end("not found");
    else if (request.url === "/private") response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    else response.writeHead(200, { "content-type": "text/html" }).end("<html>");
  });
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  folder = await mkdtemp(join(tmpdir(), "snodo-mistakes-"));
  await writeFile(join(folder, "open.json"), '{ "mcpServers": { "a": { "command": 1 } }');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: configuration files write references like this
  const mine = { command: "node", env: { KEY: "${MY_KEY}" } };
  await writeFile(join(folder, "vars.json"), JSON.stringify({ mcpServers: { mine } }));
});

afterAll(() => new Promise((resolve) => web.close(resolve)));

describe("somebody gets it wrong:", () => {
  test.concurrent.each(MISTAKES)("$what", async ({ line, code, prints }) => {
    const origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
    const filled = line.map((word) => word.replace("WEB", origin).replace("FOLDER", folder));
    const ran = await snodo(filled);
    const shown = ran.stderr.replaceAll(origin, "WEB").replaceAll(folder, "FOLDER");
    expect({ ...ran, stderr: shown.trimEnd() }).toEqual({ code, stdout: "", stderr: prints });
  });
});
