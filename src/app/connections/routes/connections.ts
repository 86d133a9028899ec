/** Connections, for admins: connect a service by its key, test it, and disconnect it. */
import { z } from "zod";
import type { Health } from "../../../channels/channel.ts";
import {
  AccountFields,
  CheckedShape,
  ConnectedShape,
  ConnectionFields,
  ConnectionStateShape,
} from "../../../contract/connections.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { isChatPlatform } from "../../../domain/chat-platforms.ts";
import { AppError } from "../../../domain/errors.ts";
import { type Connection, wrongValue } from "../../../domain/fields/connections/connection.ts";
import { connectionNamed } from "../../../domain/fields/connections/list.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { connectChat, listenerOf } from "../connect-chat.ts";
import { checkService, connectService } from "../connect-service.ts";
import { servicesOf } from "../services.ts";
import { connectionKeys, connectionState, webhookUrl } from "../state.ts";

const policy = { who: "admin", scope: "admin" } as const;
const HEALTH_MS = 10_000;

const params = () =>
  z.object({
    name: z.string().transform((name, context): Connection => {
      const connection = connectionNamed(name);
      if (connection) return connection;
      context.addIssue("There is no such connection. GET /api/v1/connections lists them.");
      return z.NEVER;
    }),
  });

export const connectionRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/connections",
    policy,
    summary: "Services that can be connected, and what is set of each. Keys are not shown.",
    answers: () => ({ 200: listOf(ConnectionStateShape()) }),
    handler: async (context) => {
      await servicesOf(context).connections.anew();
      const keys = connectionKeys(context);
      const items = keys.map(({ connection, account }) => connectionState(context, connection, account));
      return reply(200, { items, next_cursor: null });
    },
  }),
  defineRoute({
    method: "put",
    path: "/connections/:name",
    policy,
    summary: "Connects a service: it is tried with these values, which are kept once it takes them.",
    params,
    body: ConnectionFields,
    answers: () => ({ 200: ConnectedShape() }),
    handler: (context, { params: { name: connection }, body }) => connect(context, connection, body),
  }),
  defineRoute({
    method: "post",
    path: "/connections/:name/check",
    policy,
    summary: "Asks the service whether the connection works.",
    params,
    body: AccountFields,
    answers: () => ({ 200: CheckedShape() }),
    handler: async (context, { params: { name: connection }, body: { account } }) => {
      return reply(200, { check: await check(context, connection, account) });
    },
  }),
  defineRoute({
    method: "delete",
    path: "/connections/:name",
    policy,
    summary: "Disconnects a service: its webhook is removed there, and its values here.",
    params,
    query: AccountFields,
    answers: () => ({ 204: "empty" }),
    handler: (context, { params: { name: connection }, query: { account } }) =>
      disconnect(context, connection, account),
  }),
];

async function connect(
  context: ApiContext,
  connection: Connection,
  { account, values, receive, url, is_own_network }: SchemaOutput<typeof ConnectionFields>,
) {
  const services = servicesOf(context);
  const { name } = connection;
  await services.connections.anew();
  refuseFiled(context, connection, account);
  const entered = { ...services.connections.get({ name, account })?.values, ...checked(connection, values) };
  const filled = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== ""));
  const whole = complete(connection, filled);
  const webhook_url = webhookUrl(context, { name, account }, url);
  const outcome = isChatPlatform(name)
    ? {
        ...(await connectChat(services, { channel: name, account, values: whole, receive, webhook_url })),
        asks_for_own_network: false,
      }
    : await connectService(services, { connection, account, values: whole, isOwnNetwork: is_own_network });
  return reply(200, { connection: connectionState(context, connection, account), ...outcome });
}

function refuseFiled(context: ApiContext, connection: Connection, account: string): void {
  if (connectionState(context, connection, account).state !== "settings") return;
  throw new AppError(
    "conflict",
    `${connection.label} is set in the settings file (.dev.vars, or .prod.vars when deployed). Remove it there to connect it here.`,
  );
}

/** Throws for a value that cannot be right, and for a setting that the connection does not have. */
function checked({ fields, label }: Connection, values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) throw new AppError("malformed_request", `${label} has no value ${name}.`);
    const wrong = value === "" ? undefined : wrongValue(field, value);
    if (wrong !== undefined) throw new AppError("malformed_request", wrong);
  }
  return values;
}

/** The values with the defaults of choices. Throws when a needed one is missing. */
function complete({ fields }: Connection, values: Record<string, string>): Record<string, string> {
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === "choice") values[name] ??= field.default;
    else if (values[name] === undefined && !field.isOptional)
      throw new AppError("malformed_request", `${field.label} is missing. ${field.note}`);
  }
  return values;
}

async function check(context: ApiContext, { name }: Connection, account: string): Promise<Health> {
  const { channels, connections, kinds } = servicesOf(context);
  await connections.anew();
  if (!isChatPlatform(name))
    return withoutWebhook(await checkService(servicesOf(context), name, connections.settings()));
  const port = channels.get(name, account);
  if ("missing" in port)
    return { status: "broken", problem: `${kinds[name].label} isn't connected: ${port.missing}` };
  return (await port.health?.(AbortSignal.timeout(HEALTH_MS))) ?? { status: "ok", name: "", webhook: null };
}

function withoutWebhook(result: Awaited<ReturnType<typeof checkService>>): Health {
  return result.status === "ok" ? { ...result, webhook: null } : result;
}

async function disconnect(context: ApiContext, { name, label }: Connection, account: string) {
  const { connections, channels, gateways } = servicesOf(context);
  await connections.anew();
  const isKept = connections.get({ name, account }) !== undefined;
  const port = isKept && isChatPlatform(name) ? channels.get(name, account) : undefined;
  if (!(await connections.remove({ name, account })))
    throw new AppError("resource_not_found", `${label} was not connected here.`);
  if (isChatPlatform(name)) await gateways.ensure(listenerOf({ channel: name, account }));
  if (port && !("missing" in port)) await port.disconnect?.(AbortSignal.timeout(HEALTH_MS));
  return context.body(null, 204);
}
