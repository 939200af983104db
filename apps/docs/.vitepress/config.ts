import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "vitepress";
import { sidebar } from "../src/sidebar.ts";

type Plugin = Extract<
  NonNullable<NonNullable<UserConfig["vite"]>["plugins"]>[number],
  { readonly name: string }
>;

const here = fileURLToPath(import.meta.url);
const docs = fileURLToPath(new URL("../../../docs/", import.meta.url));

/** Whatever warns fails the build: a dead link, a language nobody highlights, an import that is not there. */
const fail = (message: string): void => {
  process.exitCode = 1;
  console.error(`docs: ${message}`);
};

/** Pages lie outside of this app, and what they are compiled to imports vue. */
const vueOfThisApp: Plugin = {
  name: "vue-of-this-app",
  enforce: "pre",
  resolveId(id, importer, options) {
    if (!/^vue($|\/)/.test(id) || importer?.startsWith(docs) !== true) return null;
    return this.resolve(id, here, { ...options, skipSelf: true });
  },
};

export default defineConfig({
  title: "snodo",
  description: "A TypeScript client library for MCP servers",
  srcDir: "../../docs",
  outDir: "dist/site",
  cacheDir: "node_modules/.cache/vitepress",
  cleanUrls: true,
  lastUpdated: false,
  metaChunk: true,
  themeConfig: {
    search: { provider: "local" },
    outline: { level: [2, 3] },
    sidebar: sidebar(docs).map(({ items, ...group }) => ({ ...group, items: [...items] })),
    nav: [
      { text: "Five minutes", link: "/start" },
      { text: "Troubleshooting", link: "/reference/reasons" },
      { text: "API", link: "/api/" },
    ],
    socialLinks: [{ icon: "github", link: "https://github.com/snodo/snodo" }],
  },
  vite: {
    plugins: [vueOfThisApp],
    customLogger: {
      info: () => undefined,
      warn: fail,
      warnOnce: fail,
      error: fail,
      clearScreen: () => undefined,
      hasErrorLogged: () => false,
      hasWarned: false,
    },
    build: { chunkSizeWarningLimit: 4000, reportCompressedSize: false },
  },
});
