import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { fixture } from "../support/fixture.ts";

// Field report 43: 202 to a notification with `Content-Type: text/plain` threw.

test.each(["text/plain", "text/html", "application/octet-stream"])(
  "202 with %s has taken the notification",
  async (type) => {
    const server = await fixture((_seen, response) =>
      response.writeHead(202, { "content-type": type }).end("Accepted"),
    );
    const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25" });
    await expect(peer.notify("notifications/initialized")).resolves.toBeUndefined();
  },
);
