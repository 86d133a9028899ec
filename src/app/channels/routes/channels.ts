/** Channels, for admins: the state of each account, who may write by it, and how it is connected. */
import { z } from "zod";
import type { Health } from "../../../channels/channel.ts";
import { COMMANDS } from "../../../channels/commands/list.ts";
import { notSetUp } from "../../../channels/kinds.ts";
import { listOf, namedSchema, time } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Channel } from "../../../domain/inbound.ts";
import { ACCESS_POLICIES } from "../../../routing/access/access.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { flag } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { accountName, channelParams as params } from "./shapes.ts";
import { accountsOf, stateOf, webhookUrl } from "./state.ts";

const healthShape = () =>
  z.discriminatedUnion("status", [
    z.object({ status: z.literal("ok"), name: z.string(), webhook: z.string().nullable() }),
    /** The platform is asked with `check=true` only, and only if it can be asked. */
    z.object({ status: z.literal("not_asked") }),
    z.object({ status: z.literal("broken"), problem: z.string() }),
  ]);
const policyShape = () => z.enum(ACCESS_POLICIES);

const ChannelShape = namedSchema("ChannelState", () =>
  z.object({
    channel: z.string(),
    account: z.string(),
    label: z.string(),
    /** The next step before the account opens; null if it is set up. */
    missing: z.string().nullable(),
    policy: policyShape(),
    /** Whether the policy was set in the app, which overrides the settings. */
    policy_by: z.enum(["app", "setting"]),
    /** People whom the policy lets in and nobody answers; null if all are answered. */
    warning: z.string().nullable(),
    default_agent: z.string().nullable(),
    fallback_agent: z.string().nullable(),
    health: healthShape(),
    can_connect: z.boolean(),
    /** The address to which the platform sends what people write. */
    webhook_url: z.string(),
    last_inbound_at: time().nullable(),
    last_error: z.string().nullable(),
    last_error_at: time().nullable(),
    pending_pairings: z.int(),
  }),
);

const policy = { who: "admin", scope: "admin" } as const;
const CONNECT_MS = 15_000;

export const channelRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/channels",
    policy,
    summary: "Each account of each chat platform: what is missing, who may write, what was last heard of it.",
    query: () => z.strictObject({ check: flag }),
    answers: () => ({ 200: listOf(ChannelShape()) }),
    handler: async (context, { query: { check } }) => {
      const accounts = await accountsOf(context);
      const items = await Promise.all(accounts.map((of) => stateOf(context, of, { check })));
      return reply(200, { items, next_cursor: null });
    },
  }),
  defineRoute({
    method: "patch",
    path: "/channels/:channel",
    policy,
    summary: "Says who may write by an account; `policy: null` leaves it to the settings again.",
    params,
    body: () => z.strictObject({ account: accountName(), policy: policyShape().nullable() }),
    answers: () => ({ 200: ChannelShape() }),
    handler: async (context, { params: { channel }, body: { account, policy: rule } }) => {
      const { rules, cache } = servicesOf(context).channelAccess;
      const about = { channel, account, kind: "account", id: "" } as const;
      await (rule === null ? rules.remove(about) : rules.set({ ...about, rule, name: "" }));
      cache.forgetAll();
      return reply(200, await stateOf(context, { channel, account }, { check: false }));
    },
  }),
  defineRoute({
    method: "post",
    path: "/channels/:channel/connect",
    policy,
    summary: "Tells the platform where its messages go: to `url`, or to the address of this request.",
    params,
    body: () =>
      z.strictObject({
        account: accountName(),
        /** This instance's address, as the platform reaches it. */
        url: z
          .url({ protocol: /^https?$/ })
          .max(500)
          .optional(),
      }),
    answers: () => ({ 200: z.object({ webhook_url: z.string(), health: healthShape() }) }),
    handler: (context, { params: { channel }, body }) => connect(context, channel, body),
  }),
];

async function connect(
  context: ApiContext,
  channel: Channel,
  { account, url }: { account: string; url?: string | undefined },
) {
  const { kinds, channels, gateways } = servicesOf(context);
  const port = channels.get(channel, account);
  if ("missing" in port) throw new AppError("conflict", notSetUp(kinds[channel], port.missing));
  const webhook_url = webhookUrl(context, { channel, account }, url);
  if (!port.connect)
    throw new AppError("conflict", `Its platform is told on its own pages. The address is ${webhook_url}.`);
  const health: Health = await port.connect(
    { url: webhook_url, commands: COMMANDS },
    AbortSignal.timeout(CONNECT_MS),
  );
  await gateways.ensure();
  return reply(200, { webhook_url, health });
}
