import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { fixture, result, stream } from "../support/fixture.ts";

// Field report 51: JSON that is spread over several data lines was parsed line by line.

test("data lines are joined", async () => {
  const server = await fixture((seen, response) => {
    const pretty = JSON.stringify(JSON.parse(result(seen, { text: "a\nb" })), undefined, 2);
    stream(response).end(
      `${pretty
        .split("\n")
        .map((line) => `data: ${line}`)
        .join("\n")}\n\n`,
    );
  });
  const peer = await Dialled.dial(http(server.url));
  expect(await peer.call("x").response).toMatchObject({ result: { text: "a\nb" } });
});
