import { CONNECTION_OPTIONS, type OptionName } from "./options.ts";

/** What is known of a command without loading it. */
export interface CommandSpec {
  readonly name: string;
  /** What follows its name. */
  readonly usage: string;
  readonly about: string;
  /** What it cannot do without, after the server: what is asked when it is missing, and what to write. */
  readonly needs?: { readonly question: string; readonly hint: string } | undefined;
  /** The options it takes besides the common ones. */
  readonly options: readonly OptionName[];
  readonly examples?: readonly string[] | undefined;
}

const FILES: readonly OptionName[] = [...CONNECTION_OPTIONS, "save"];

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: "info",
    usage: "SERVER",
    about: "What a server is, and what it offers",
    options: CONNECTION_OPTIONS,
  },
  {
    name: "tools",
    usage: "SERVER [TOOL]",
    about: "The tools of a server, or all there is to know of one",
    options: CONNECTION_OPTIONS,
    examples: [
      "snodo tools https://example.com/mcp",
      "snodo tools -- npx -y @modelcontextprotocol/server-everything",
    ],
  },
  {
    name: "call",
    usage: "SERVER TOOL [NAME=VALUE…]",
    about: "Call a tool",
    needs: { question: "Which tool?", hint: "`snodo tools SERVER` lists them." },
    options: FILES,
    examples: [
      "snodo call SERVER search query=json limit=5",
      "snodo call SERVER create_issue title=Bug labels=a labels=b assignee.name=ada body=@bug.md",
      `snodo call SERVER search --json '{"query":"json"}'`,
      "generate | snodo call SERVER search -",
    ],
  },
  {
    name: "resources",
    usage: "SERVER",
    about: "The resources of a server, and templates for more",
    options: CONNECTION_OPTIONS,
  },
  {
    name: "read",
    usage: "SERVER URI",
    about: "Read a resource",
    needs: { question: "Which resource?", hint: "Give its URI; `snodo resources SERVER` lists them." },
    options: [...FILES, "raw"],
  },
  {
    name: "prompts",
    usage: "SERVER",
    about: "The prompts of a server",
    options: CONNECTION_OPTIONS,
  },
  {
    name: "prompt",
    usage: "SERVER PROMPT [NAME=TEXT…]",
    about: "Fill in a prompt",
    needs: { question: "Which prompt?", hint: "`snodo prompts SERVER` lists them." },
    options: FILES,
  },
  {
    name: "complete",
    usage: "SERVER PROMPT|TEMPLATE NAME=START [NAME=TEXT…]",
    about: "What a server proposes for an argument",
    needs: {
      question: "Complete what?",
      hint: "Name a prompt, or a template as `snodo resources SERVER` lists it.",
    },
    options: CONNECTION_OPTIONS,
    examples: ["snodo complete SERVER review language=py", "snodo complete SERVER 'db://{table}' table="],
  },
  {
    name: "listen",
    usage: "SERVER",
    about: "What changes at a server, one line each",
    options: [...CONNECTION_OPTIONS, "resource", "count"],
  },
  {
    name: "ping",
    usage: "SERVER",
    about: "Whether a server answers, and how fast",
    options: CONNECTION_OPTIONS,
  },
  {
    name: "repl",
    usage: "SERVER",
    about: "One connection, a command a line",
    options: FILES,
  },
  {
    name: "check",
    usage: "SERVER",
    about: "Whether a server keeps to the protocol",
    options: ["config", "header", "timeout", "protocol", "account", "tool"],
  },
  {
    name: "login",
    usage: "SERVER",
    about: "Sign in at a server",
    options: ["config", "no-browser", "account", "scope", "port"],
    examples: ["snodo login https://example.com/mcp", "snodo login https://example.com/mcp --no-browser"],
  },
  { name: "logout", usage: "SERVER", about: "Forget a sign-in", options: ["config", "account"] },
  {
    name: "whoami",
    usage: "SERVER",
    about: "What is known of a sign-in",
    options: ["config", "account", "header"],
  },
  {
    name: "servers",
    usage: "",
    about: "The servers of your configuration files",
    options: ["config", "check", "timeout"],
  },
  {
    name: "completion",
    usage: "bash|zsh|fish",
    about: "The script that completes this command in a shell",
    options: [],
    examples: ["source <(snodo completion bash)", "snodo completion fish | source"],
  },
  {
    name: "help",
    usage: "[COMMAND]",
    about: "This, or more about a command",
    options: [],
  },
];

/**
 * Finds a command.
 *
 * @param name - as typed
 */
export function commandNamed(name: string): CommandSpec | undefined {
  return COMMANDS.find((command) => command.name === name);
}
