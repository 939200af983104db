// A child process with the sample server on its standard streams.
import { serveStdio } from "@snodo/testing/node";
import { sampleServer } from "./sample-server.ts";

serveStdio(sampleServer());
