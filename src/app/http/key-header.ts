/** Keys as Anthropic's and Azure's clients send them, understood as a bearer token. */
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "./api.ts";

const NAMES = ["x-api-key", "api-key"];

export const keyHeader = createMiddleware<ApiEnv>(async (context, next) => {
  const { req } = context;
  const key = NAMES.map((name) => req.header(name)).find((value) => value !== undefined);
  if (key !== undefined && req.header("authorization") === undefined) {
    const headers = new Headers(req.raw.headers);
    headers.set("authorization", `Bearer ${key}`);
    req.raw = new Request(req.raw, { headers });
  }
  await next();
});
