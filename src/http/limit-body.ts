/** Bodies are refused by their announced size, before they are read; those without one, while they are. */
import { bodyLimit } from "hono/body-limit";
import { errorResponse } from "./api.ts";

const MAX_BODY_BYTES = 32 * 1024 * 1024;

export const limitBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: (context) =>
    errorResponse(context, { error: "payload_too_large", reason: "The body is larger than 32 MB." }),
});
