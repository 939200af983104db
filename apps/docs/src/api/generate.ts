import { rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Application, type ProjectReflection } from "typedoc";
import { api, app, root } from "../paths.ts";
import { type Entry, entries } from "./entries.ts";

/**
 * Writes the reference: one page for each import of each package, from the docblocks.
 *
 * @returns how many warnings and errors there were; each is printed
 */
export async function generateApi(): Promise<number> {
  rmSync(api, { recursive: true, force: true });
  const all = entries();
  const typedoc = await Application.bootstrapWithPlugins({
    name: "snodo",
    entryPoints: all.map(({ file }) => file),
    tsconfig: join(app, "tsconfig.api.json"),
    plugin: ["typedoc-plugin-markdown"],
    router: "module",
    outputs: [{ name: "markdown", path: api }],
    readme: "none",
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    disableSources: true,
    githubPages: false,
    hideGenerator: true,
    logLevel: "Warn",
    ...pageOptions(new Map(all.map(({ slug, specifier }) => [slug, specifier]))),
  });
  const project = await typedoc.convert();
  if (project === undefined) return Math.max(1, typedoc.logger.errorCount);
  nameModules(project, all);
  typedoc.validate(project);
  await typedoc.generateOutputs(project);
  writeFileSync(join(api, "index.md"), indexPage(all));
  return typedoc.logger.warningCount + typedoc.logger.errorCount;
}

/** Options of the plugin that writes Markdown. */
function pageOptions(titles: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
  return {
    entryFileName: "index",
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    parametersFormat: "table",
    interfacePropertiesFormat: "htmlTable",
    typeAliasPropertiesFormat: "htmlTable",
    classPropertiesFormat: "htmlTable",
    propertyMembersFormat: "htmlTable",
    sanitizeComments: true,
    tableColumnSettings: { hideModifiers: true, hideInherited: true, hideOverrides: true, hideSources: true },
    pageTitleTemplates: { module: ({ name }: { name: string }) => titles.get(name) ?? name },
  };
}

/** A module is called by what is written after `from`, not by its file. */
function nameModules(project: ProjectReflection, all: readonly Entry[]): void {
  const names = new Map(all.map(({ file, slug }) => [moduleOf(file), slug]));
  for (const module of project.children ?? []) {
    const slug = names.get(module.name);
    if (slug === undefined) throw new Error(`no import leads to the module ${module.name}`);
    module.name = slug;
  }
}

/** What typedoc calls a module: its path below what all entries have in common. */
function moduleOf(file: string): string {
  return relative(join(root, "packages"), file)
    .replaceAll("\\", "/")
    .replace(/(\/index)?\.ts$/, "");
}

function indexPage(all: readonly Entry[]): string {
  // Readers begin with the umbrella, which exports again what the others own.
  const lines = [...all.slice(-1), ...all.slice(0, -1)].map(
    ({ specifier, slug, description }) => `| [\`${specifier}\`](./${slug}.md) | ${description} |`,
  );
  return `---
title: Reference
---

# Reference

One page for each import, generated from the docblocks of the sources.

| import | package |
|---|---|
${lines.join("\n")}
`;
}
