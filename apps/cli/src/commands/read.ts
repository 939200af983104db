import { patientCall } from "../connection/patient-call.ts";
import { usageError } from "../exit/cli-error.ts";
import { EXIT } from "../exit/exit-codes.ts";
import type { ServerCommand } from "../invocation.ts";
import { each, resourceText } from "../output/content.ts";
import { FileSaver } from "../output/save-files.ts";
import { noMoreWords, subjectOf } from "./words.ts";

/** `snodo read`: what a resource holds. */
export const read: ServerCommand = async (call) => {
  const { client, words, options, output } = call;
  const [uri, rest] = subjectOf("read", words);
  noMoreWords(rest);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(uri)) {
    throw usageError(`"${uri}" is no URI.`, "A URI starts with its scheme, as in file:///notes.md.");
  }
  const request = { method: "resources/read", params: { uri } };
  const result = await patientCall(call, request, (given) => client.readResource(uri, given));
  if (options.has("raw")) {
    for (const contents of result.contents) {
      output.bytes(
        "text" in contents ? Buffer.from(contents.text, "utf8") : Buffer.from(contents.blob, "base64"),
      );
    }
    return EXIT.Ok;
  }
  const saver = new FileSaver(options.value("save"));
  const view = { style: output.style, saver };
  const named = result.contents.length > 1;
  const shown = !output.json || options.has("save") ? result.contents : [];
  const texts = await each(shown, (item) => resourceText(item, view, named));
  output.result(result, () => texts.join("\n"));
  if (output.json) saver.tell(output);
  return EXIT.Ok;
};
