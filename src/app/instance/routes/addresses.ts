/** Addresses of model servers: those on this machine, and those that the operator has confirmed. */
import { z } from "zod";
import { ModelAddressShape, NearbyServerShape } from "../../../contract/instance/models.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { hostAndPort } from "../../../guard/screen.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

const OPERATOR_ONLY = { who: "admin", scope: "admin" } as const;

export const addressRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/models/nearby",
    policy: OPERATOR_ONLY,
    summary: "Model servers that listen on this machine, at the ports of LOCAL_MODEL_PORTS.",
    answers: () => ({ 200: listOf(NearbyServerShape()) }),
    handler: nearby,
  }),
  defineRoute({
    method: "get",
    path: "/models/addresses",
    policy: OPERATOR_ONLY,
    summary: "Hosts outside the public web that the operator has confirmed for models.",
    answers: () => ({ 200: listOf(ModelAddressShape()) }),
    handler: list,
  }),
  defineRoute({
    method: "delete",
    path: "/models/addresses/:host",
    policy: OPERATOR_ONLY,
    summary: "Takes the confirmation of a host back: models are no longer asked there.",
    params: () => z.object({ host: z.string().max(300) }),
    answers: () => ({ 204: "empty" }),
    handler: (context, { params: { host } }) => remove(context, host),
  }),
];

/**
 * Lets an address be used for models. Throws an AppError: `unconfirmed` when the operator has to confirm its host first,
 * `malformed_request` when no confirmation would open it.
 */
export async function admitAddress(
  context: ApiContext,
  address: string,
  confirmed: string | undefined,
): Promise<void> {
  const { screenModelAddress, accounts } = servicesOf(context);
  const screening = screenModelAddress(address);
  if (screening.ok) return;
  const url = URL.parse(address);
  if (!screening.may_confirm || !url)
    throw new AppError("malformed_request", `base_url: ${screening.reason}`);
  const host = hostAndPort(url);
  if (confirmed !== host)
    throw new AppError(
      "unconfirmed",
      `${host} is not on the public web: confirm it by allow_address "${host}".`,
    );
  await accounts.confirm(host);
}

/** Takes an address's confirmation back when no account uses its host any more. */
export async function forgetUnused(context: ApiContext, address: string): Promise<void> {
  const { accounts } = servicesOf(context);
  const hostOf = (one: string | undefined) => {
    const url = URL.parse(one ?? "");
    return url ? hostAndPort(url) : "";
  };
  const used = (await accounts.list()).some(({ base_url }) => hostOf(base_url) === hostOf(address));
  if (!used) await accounts.unconfirm(hostOf(address));
}

async function nearby(context: ApiContext) {
  const { models, accounts, settings } = servicesOf(context);
  const ports = settings.LOCAL_MODEL_PORTS?.split(",").map(Number) ?? [];
  const [found, stored] = await Promise.all([models.nearby(ports), accounts.list()]);
  const used = new Set([
    ...stored.map(({ base_url }) => originOf(base_url)),
    ...models.providers().map((one) => (one.configured ? originOf(one.base_url) : "")),
  ]);
  const items = found.map((server) => ({ ...server, connected: used.has(originOf(server.base_url)) }));
  return reply(200, { items, next_cursor: null });
}

/** Both names of this machine's loopback are one. */
function originOf(address: string | null | undefined): string {
  return (URL.parse(address ?? "")?.origin ?? "").replace("//localhost:", "//127.0.0.1:");
}

async function list(context: ApiContext) {
  const found = await servicesOf(context).accounts.addresses();
  const items = found.map(({ host, created_at }) => ({ host, created_at: iso(created_at) }));
  return reply(200, { items, next_cursor: null });
}

async function remove(context: ApiContext, host: string): Promise<Response> {
  if (await servicesOf(context).accounts.unconfirm(host)) return context.body(null, 204);
  throw new AppError("resource_not_found", `${host} is not among the confirmed addresses.`);
}
