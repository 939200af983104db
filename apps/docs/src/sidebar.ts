import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A page of the site: its path below `docs/`, without `.md`, and what the sidebar calls it. */
export interface PageLink {
  readonly text: string;
  readonly link: string;
}

/** A group of the sidebar. */
export interface PageGroup {
  readonly text: string;
  readonly items: readonly PageLink[];
  readonly collapsed?: boolean;
}

const page = (text: string, link: string): PageLink => ({ text, link });

/**
 * Every page, in the order in which they are read; the decisions by their numbers. A test compares it with the files.
 *
 * @param docs - the folder of the pages
 */
export function sidebar(docs: string): readonly PageGroup[] {
  return [...written, { text: "Decisions", collapsed: true, items: decisions(join(docs, "adr")) }];
}

function decisions(folder: string): readonly PageLink[] {
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const title = /^# (.+)$/m.exec(readFileSync(join(folder, file), "utf8"))?.[1] ?? file;
      return page(title, `/adr/${file.replace(/\.md$/, "")}`);
    });
}

const written: readonly PageGroup[] = [
  {
    text: "Begin",
    items: [
      page("Five minutes", "/start"),
      page("Two eras", "/eras"),
      page("Packages", "/packages"),
      page("Comparison", "/comparison"),
    ],
  },
  {
    text: "Calls",
    items: [
      page("Calls", "/guide/calls"),
      page("Protocol versions", "/guide/versions"),
      page("Lists and paging", "/guide/lists"),
      page("Output schemas", "/guide/output"),
      page("Progress, timeouts, cancelling", "/guide/progress"),
      page("Errors", "/guide/errors"),
      page("Diagnostics", "/guide/diagnostics"),
      page("Interceptors", "/guide/interceptors"),
    ],
  },
  {
    text: "What servers start",
    items: [
      page("Input rounds and handlers", "/guide/input"),
      page("Requests of the server", "/guide/server-requests"),
      page("Subscriptions", "/guide/subscriptions"),
      page("Logging", "/guide/logging"),
    ],
  },
  {
    text: "Ways to a server",
    items: [
      page("stdio", "/guide/stdio"),
      page("HTTP", "/guide/http"),
      page("Authorization", "/guide/authorization"),
      page("In this process", "/guide/direct"),
      page("Custom transports", "/guide/transports"),
      page("Stores and providers", "/guide/ports"),
    ],
  },
  {
    text: "More",
    items: [
      page("Response caching", "/guide/caching"),
      page("Extensions, tasks, skills", "/guide/extensions"),
      page("Testing your server", "/guide/testing-servers"),
      page("Testing your host", "/guide/testing-hosts"),
    ],
  },
  {
    text: "Recipes",
    items: [
      page("OAuth on a desktop", "/recipes/oauth-desktop"),
      page("OAuth in a web backend", "/recipes/oauth-redirect"),
      page("OAuth for machines", "/recipes/oauth-machine"),
      page("OAuth in a browser", "/recipes/oauth-browser"),
      page("A fleet of gateways", "/recipes/gateway-fleet"),
    ],
  },
  {
    text: "Moving here",
    items: [
      page("From @modelcontextprotocol/sdk", "/migrate/sdk"),
      page("From @modelcontextprotocol/client", "/migrate/client"),
      page("From @ai-sdk/mcp", "/migrate/ai-sdk"),
    ],
  },
  {
    text: "Look up",
    items: [
      page("Troubleshooting by reason", "/reference/reasons"),
      page("Bounds and defaults", "/reference/bounds"),
      page("Numbers", "/reference/bench"),
      page("API", "/api/"),
    ],
  },
];
