// The server of the stdio ground: the sample server, which dies when it is told to.
import { isObject } from "@snodo/protocol";
import { serveStdio } from "@snodo/testing/node";
import { sampleServer } from "../input/sample-server.ts";

const server = sampleServer();
serveStdio({
  revisions: server.revisions,
  dispatch(request, context) {
    if (isObject(request.params) && request.params["name"] === "die") process.exit(3);
    return server.dispatch(request, context);
  },
  notify: (notification, session) => server.notify?.(notification, session),
});
