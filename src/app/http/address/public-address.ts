/**
 * Address by which people reach this instance. Behind a proxy that ends TLS a request comes in by another one; everything
 * that names the instance (links, webhooks, redirects, metadata of OAuth) is made of the request's address, so that is set right once.
 */
import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "../api.ts";
import { servicesOf } from "../services.ts";
import { addressFor } from "./address-for.ts";

export const publicAddress: MiddlewareHandler<ApiEnv> = async (context, next) => {
  const address = addressFor(context.req.raw, servicesOf(context).settings.PUBLIC_URL);
  if (address !== undefined) context.req.raw = new Request(address, context.req.raw);
  await next();
};
