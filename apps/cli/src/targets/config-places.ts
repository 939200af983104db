import { dirname, join } from "node:path";

/** A file that may hold servers. */
export interface ConfigPlace {
  readonly path: string;
  /** Whose file it is, for people. */
  readonly origin: string;
  /** Where in the file the servers are, tried in order. */
  readonly keys: readonly (readonly string[])[];
  /** The folder it belongs to. */
  readonly workspace: string;
  /** It was found on the way up from here, so that anybody may have put it there. */
  readonly found?: boolean | undefined;
}

/** What decides where files are. */
export interface Surroundings {
  readonly cwd: string;
  readonly home: string;
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const SERVERS = ["mcpServers"] as const;
const VS_CODE = ["servers"] as const;

/**
 * The files in which programs keep servers, nearest first: a name in an earlier one hides the same name in a later one.
 *
 * @param around - where this runs
 */
export function configPlaces(around: Surroundings): readonly ConfigPlace[] {
  const { home, cwd } = around;
  const project = foldersUp(cwd, home)
    .flatMap((folder) => [
      place(join(folder, ".mcp.json"), "this project", [SERVERS], folder),
      place(join(folder, ".vscode", "mcp.json"), "VS Code, this project", [VS_CODE, SERVERS], folder),
      place(join(folder, ".cursor", "mcp.json"), "Cursor, this project", [SERVERS], folder),
    ])
    .map((each) => ({ ...each, found: true }));
  const projects = foldersUp(cwd, home).map((folder) => ["projects", folder, "mcpServers"]);
  return [
    ...project,
    place(join(home, ".claude.json"), "Claude Code", [...projects, SERVERS], cwd),
    place(join(home, ".cursor", "mcp.json"), "Cursor", [SERVERS], cwd),
    place(join(userFolder(around), "Code", "User", "mcp.json"), "VS Code", [VS_CODE, SERVERS], cwd),
    place(
      join(userFolder(around), "Claude", "claude_desktop_config.json"),
      "Claude Desktop",
      [SERVERS],
      home,
    ),
  ];
}

/**
 * The place of a file that was named on the command line, in any of the known forms.
 *
 * @param path - absolute
 */
export function namedPlace(path: string): ConfigPlace {
  return place(path, "--config", [SERVERS, VS_CODE], dirname(path));
}

function place(
  path: string,
  origin: string,
  keys: readonly (readonly string[])[],
  workspace: string,
): ConfigPlace {
  return { path, origin, keys, workspace };
}

/** This folder and those above it, up to the home folder or the root, neither included unless it is where we are. */
function foldersUp(cwd: string, home: string): readonly string[] {
  const folders = [cwd];
  for (let folder = dirname(cwd); folder !== home && folder !== dirname(folder); folder = dirname(folder)) {
    if (cwd === home) break;
    folders.push(folder);
  }
  return folders;
}

/** Where programs keep what a user set up. */
function userFolder({ platform, home, env }: Surroundings): string {
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return env["APPDATA"] ?? join(home, "AppData", "Roaming");
  return env["XDG_CONFIG_HOME"] ?? join(home, ".config");
}
