import type { Client, SubscriptionEvent } from "@snodo/client";
import type { SubscriptionFilter } from "@snodo/protocol";
import type { Options } from "../command-line/options.ts";
import { usageError } from "../exit/cli-error.ts";
import { EXIT } from "../exit/exit-codes.ts";
import type { ServerCommand } from "../invocation.ts";
import { jsonText } from "../output/json-document.ts";
import { safeText } from "../output/safe-text.ts";
import { noMoreWords } from "./words.ts";

/** `snodo listen`: what changes at the server, one line each, until it ends or Ctrl-C. */
export const listen: ServerCommand = async ({ client, words, options, output, stopper }) => {
  noMoreWords(words);
  const most = countOf(options);
  const filter = filterOf(client, options);
  const { signal } = stopper;
  const subscription = await client.listen(filter, { signal, resubscribe: true });
  output.note(output.sideStyle("dim", `Listening to ${sayFilter(subscription.accepted)}. Ctrl-C ends it.`));
  let count = 0;
  for await (const event of subscription) {
    signal.throwIfAborted();
    if (event.type === "closed" && event.reason.type === "failed") throw event.reason.error;
    // One line each, not one document: whoever reads wants them as they come.
    output.line(eventDocument(event), () => eventText(event));
    count += 1;
    if (count === most) break;
  }
  signal.throwIfAborted();
  return EXIT.Ok;
};

/** What was asked for with `--resource`, else every list that the server says may change. */
function filterOf({ session }: Client, options: Options): SubscriptionFilter {
  const resourceSubscriptions = options.values("resource");
  if (resourceSubscriptions.length > 0) return { resourceSubscriptions };
  const { capabilities } = session;
  const filter = {
    ...(capabilities?.tools?.listChanged === true ? { toolsListChanged: true } : {}),
    ...(capabilities?.prompts?.listChanged === true ? { promptsListChanged: true } : {}),
    ...(capabilities?.resources?.listChanged === true ? { resourcesListChanged: true } : {}),
  };
  if (Object.keys(filter).length > 0 || capabilities === undefined) {
    return capabilities === undefined
      ? { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }
      : filter;
  }
  throw usageError(
    "The server says of no list that it changes.",
    "Listen to a resource with --resource URI.",
  );
}

function countOf(options: Options): number {
  const text = options.value("count");
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw usageError(`--count ${text} is no number of events.`);
}

function sayFilter(filter: SubscriptionFilter): string {
  const lists = [
    filter.toolsListChanged === true ? "tools" : undefined,
    filter.promptsListChanged === true ? "prompts" : undefined,
    filter.resourcesListChanged === true ? "resources" : undefined,
  ].filter((name) => name !== undefined);
  const parts = [
    ...(lists.length === 0 ? [] : [`the lists of ${lists.join(", ")}`]),
    ...(filter.resourceSubscriptions ?? []),
  ];
  return parts.length === 0 ? "nothing" : safeText(parts.join(", "));
}

function eventDocument(event: SubscriptionEvent): unknown {
  return event.type === "closed" ? { type: "closed" } : event;
}

function eventText(event: SubscriptionEvent): string {
  switch (event.type) {
    case "notification": {
      const { _meta, ...params } = event.params;
      const rest = Object.keys(params).length === 0 ? "" : ` ${jsonText(params, 0)}`;
      return safeText(`${event.method.replace(/^notifications\//, "")}${rest}`);
    }
    case "dropped":
      return `(${event.count} events were lost: they came faster than they were read)`;
    case "resubscribed":
      return "(the stream was lost and is open again; changes meanwhile were not told)";
    case "closed":
      return "(the server ended the stream)";
  }
}
