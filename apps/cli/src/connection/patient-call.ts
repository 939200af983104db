import type { CallOptions } from "@snodo/client";
import { describe, type Progress } from "@snodo/protocol";
import type { ServerCall } from "../invocation.ts";
import { Activity } from "../output/activity.ts";
import { callLimit } from "./time-limit.ts";

/** The options such a call is made with. */
export type PatientOptions = Pick<CallOptions, "signal" | "timeout" | "onProgress">;

/**
 * Makes a call that may take long, and may ask the user: with a line that shows how far it is, and with the time limit
 * of the command line.
 *
 * @param given - the command it is for
 * @param request - what is sent, for the line and for errors
 * @param send - sends it with the options it is given
 */
export async function patientCall<T>(
  given: ServerCall,
  request: { readonly method: string; readonly params: object },
  send: (options: PatientOptions) => Promise<T>,
): Promise<T> {
  const { client, options, output, stopper, patience } = given;
  const what = describe(request);
  const activity = new Activity(output, what);
  const onProgress = (progress: Progress): void => {
    patience.progress();
    activity.progress(progress);
  };
  try {
    return await patience.during(callLimit(options), `${what} on ${client.label}`, stopper.signal, (signal) =>
      send({ signal, timeout: 0, onProgress }),
    );
  } finally {
    activity.end();
  }
}
