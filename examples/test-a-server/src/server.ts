import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

interface Todo {
  readonly text: string;
  done: boolean;
}

/** The server to be tested: a list of things to do, made with the official SDK. */
export function buildServer(): McpServer {
  const todos: Todo[] = [];
  const server = new McpServer({ name: "todos", version: "1.0.0" });
  server.registerTool(
    "add",
    { description: "Adds something to do", inputSchema: z.object({ text: z.string().min(1) }) },
    ({ text }) => ({ content: [{ type: "text", text: `#${todos.push({ text, done: false })}: ${text}` }] }),
  );
  server.registerTool(
    "finish",
    {
      description: "Says that something is done",
      inputSchema: z.object({ number: z.number().int().positive() }),
      outputSchema: z.object({ left: z.number() }),
    },
    ({ number }) => {
      const todo = todos[number - 1];
      if (todo === undefined) {
        return { content: [{ type: "text", text: `there is no #${number}` }], isError: true };
      }
      todo.done = true;
      const left = todos.filter(({ done }) => !done).length;
      return { content: [{ type: "text", text: JSON.stringify({ left }) }], structuredContent: { left } };
    },
  );
  server.registerResource("todos", "todo://all", { mimeType: "text/plain" }, (uri) => ({
    contents: [{ uri: uri.href, text: todos.map(({ text }) => text).join("\n") }],
  }));
  return server;
}
