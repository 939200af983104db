// The page: lists the tools of a server that allows pages (CORS), and calls the chosen one.
import { type Client, connect, type Tool } from "snodo";

const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const status = byId<HTMLParagraphElement>("status");
const list = byId<HTMLUListElement>("tools");
const form = byId<HTMLFormElement>("call");
const args = byId<HTMLTextAreaElement>("arguments");
const bar = byId<HTMLProgressElement>("progress");
const output = byId<HTMLPreElement>("result");

let chosen: Tool | undefined;

async function main(): Promise<void> {
  const server = new URL(location.href).searchParams.get("server") ?? "";
  // `inputHandlers`: a server that asks the user something asks in this page.
  const client = await connect(server, {
    inputHandlers: {
      form: ({ message, requestedSchema }) => {
        const content = Object.fromEntries(
          Object.keys(requestedSchema.properties).map((name) => [name, prompt(`${message}\n${name}`) ?? ""]),
        );
        return { action: "accept", content };
      },
    },
  });
  const { serverInfo, protocolVersion } = client.session;
  status.textContent = `${serverInfo?.name ?? server}, protocol ${protocolVersion}`;
  for (const tool of await client.listTools()) list.append(entry(tool));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void call(client);
  });
}

function entry(tool: Tool): HTMLLIElement {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.textContent = tool.title ?? tool.name;
  button.title = tool.description ?? "";
  button.addEventListener("click", () => {
    chosen = tool;
    for (const other of list.querySelectorAll("button")) other.ariaPressed = String(other === button);
    args.value = JSON.stringify(
      Object.fromEntries(Object.keys(tool.inputSchema["properties"] ?? {}).map((name) => [name, ""])),
    );
    form.hidden = false;
  });
  item.append(button);
  return item;
}

async function call(client: Client): Promise<void> {
  if (chosen === undefined) return;
  output.textContent = "…";
  bar.hidden = true;
  try {
    const result = await client.callTool(chosen, JSON.parse(args.value) as Record<string, unknown>, {
      onProgress: ({ progress, total = 0 }) => {
        bar.hidden = false;
        bar.max = total;
        bar.value = progress;
      },
    });
    output.textContent = JSON.stringify(result.structuredContent ?? result.content, null, 2);
  } catch (error) {
    // One line for people: what was attempted, what happened, and for CORS also what to do.
    output.textContent = error instanceof Error ? error.message : String(error);
  }
}

main().catch((error: unknown) => {
  status.textContent = error instanceof Error ? error.message : String(error);
});
