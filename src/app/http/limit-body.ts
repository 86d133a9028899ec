/** Limits the size of bodies: an announced size is checked before reading, a missing one while reading. */
import { bodyLimit } from "hono/body-limit";
import { errorResponse } from "./api.ts";

export const limitBody = limitOf(32);
/** Platforms announce messages of no more than a few hundred kilobytes: files are fetched apart. */
export const limitWebhook = limitOf(4);

function limitOf(megabytes: number) {
  return bodyLimit({
    maxSize: megabytes * 1024 * 1024,
    onError: (context) =>
      errorResponse(context, {
        error: "payload_too_large",
        reason: `The body is larger than ${megabytes} MB.`,
      }),
  });
}
