/** Bodies are refused by their announced size, before they are read; those without one, while they are. */
import { bodyLimit } from "hono/body-limit";
import { errorResponse } from "./api.ts";

export const limitBody = limitOf(32);
/** No platform announces a message with more than a few hundred kilobytes: files are fetched apart. */
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
