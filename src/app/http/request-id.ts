/** Id of a request: the caller's own or a new one. The answer carries it, and so does the log of what went wrong. */
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "./api.ts";

const HEADER = "x-request-id";
const FIT = /^[\w.:-]{1,100}$/;

export const requestId = createMiddleware<ApiEnv>(async (context, next) => {
  const given = context.req.header(HEADER);
  const id = given !== undefined && FIT.test(given) ? given : crypto.randomUUID();
  context.set("request_id", id);
  await next();
  // The answer that opens a socket takes no header any more.
  if (context.res.status !== 101) context.header(HEADER, id);
});
