import type { Revision } from "@snodo/protocol";
import { equal } from "../../contracts/check.ts";
import { type TestServer, testServer } from "../../server/test-server.ts";
import { type ClientCase, connected, firstText, prompt, refused } from "../client-case.ts";
import { pipeTo } from "../targets.ts";

const group = "input";
const question = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "Who are you?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  },
};
/** Spaces, line ends and escapes: what a client must not touch. */
const STATE = ' {"a":1}\n\t"é\u2028" ==\\ ';

const greeter = (revision: Revision): TestServer =>
  testServer({
    revisions: [revision],
    tools: {
      greet: async (_args, context) => {
        const { who } = await context.input({ who: question });
        return `Hello, ${String((who?.["content"] as { name?: string } | undefined)?.name)}`;
      },
    },
  });

/** Answering what servers ask. */
export const input: readonly ClientCase[] = [
  ...(["2026-07-28", "2025-11-25"] as const).map(
    (revision): ClientCase => ({
      group,
      name: `a form is answered in the middle of a call (${revision}, pipe)`,
      needs: ["pipe", "input"],
      run: (adapter) =>
        connected(
          adapter,
          pipeTo(greeter(revision)),
          async (client) => {
            const result = await prompt(client.callTool("greet", {}), "the call");
            equal(firstText(result), "Hello, Ada", "the text of the result");
          },
          { answer: () => ({ action: "accept", content: { name: "Ada" } }) },
        ),
    }),
  ),
  {
    group,
    name: "the state of a round goes back untouched (2026-07-28, pipe)",
    needs: ["pipe", "input"],
    async run(adapter) {
      const states: unknown[] = [];
      const server = testServer({
        revisions: ["2026-07-28"],
        tools: {},
        methods: {
          "tools/call": ({ requestState }) => {
            states.push(requestState);
            return states.length === 1
              ? { resultType: "input_required", inputRequests: { who: question }, requestState: STATE }
              : { content: [] };
          },
        },
      });
      const answer = { answer: () => ({ action: "decline" }) };
      await connected(
        adapter,
        pipeTo(server),
        async (client) => {
          await prompt(client.callTool("any", {}), "the call");
        },
        answer,
      );
      equal(states, [undefined, STATE], "the states the server got");
    },
  },
  {
    group,
    name: "a question nobody answers fails the call (2026-07-28, pipe)",
    needs: ["pipe"],
    async run(adapter) {
      const server = testServer({
        revisions: ["2026-07-28"],
        tools: {},
        methods: {
          "tools/call": () => ({
            resultType: "input_required",
            inputRequests: { who: question },
            requestState: "s",
          }),
        },
      });
      await connected(adapter, pipeTo(server), async (client) => {
        await refused(client.callTool("any", {}), "the call");
      });
    },
  },
  {
    group,
    name: "a server that asks for ever is left (2026-07-28, pipe)",
    needs: ["pipe", "input"],
    async run(adapter) {
      const server = testServer({
        revisions: ["2026-07-28"],
        tools: {},
        methods: { "tools/call": () => ({ resultType: "input_required", inputRequests: { who: question } }) },
      });
      await connected(
        adapter,
        pipeTo(server),
        async (client) => {
          await refused(client.callTool("any", {}), "the call");
        },
        { answer: () => ({ action: "decline" }) },
      );
    },
  },
];
