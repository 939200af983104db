import { spawn } from "node:child_process";
import { platform } from "node:process";

/** A command that opens a URL, without a shell in between. */
export interface OpenCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command by which a platform opens a URL in the user's browser.
 *
 * The URL comes from a server: it is one argument of a program, never part of a command line, and http(s) only.
 *
 * @param url - where to go
 * @param system - `process.platform`
 * @throws TypeError for another scheme than https, or http on another host than this machine
 */
export function openCommand(url: string, system: string): OpenCommand {
  const { protocol, hostname, href } = new URL(url);
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  if (protocol !== "https:" && !(protocol === "http:" && loopback)) {
    throw new TypeError("Only https URLs, and http URLs of this machine, are opened");
  }
  if (system === "darwin") return { command: "open", args: [href] };
  // `cmd /c start` would read & and | in the URL as its own.
  if (system === "win32") return { command: "rundll32", args: ["url.dll,FileProtocolHandler", href] };
  return { command: "xdg-open", args: [href] };
}

/**
 * Opens a URL in the user's browser.
 *
 * @param url - where to go
 * @returns resolves with false when there is no way to open it here, and the user has to do it
 * @throws TypeError as {@link openCommand}
 */
export function openBrowser(url: string): Promise<boolean> {
  const { command, args } = openCommand(url, platform);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "ignore", detached: true, shell: false });
    child.once("error", () => resolve(false));
    child.once("spawn", () => resolve(true));
    child.unref();
  });
}
