/** Channels, for admins: the state of each account, who may write by it, and how it is connected. */
import { z } from "zod";
import type { Health } from "../../../channels/channel.ts";
import { COMMANDS } from "../../../channels/commands/list.ts";
import { notSetUp } from "../../../channels/kinds.ts";
import {
  ChannelPolicyFields,
  ChannelStateShape,
  ConnectedChannelShape,
  ConnectFields,
} from "../../../contract/channels.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Channel } from "../../../domain/inbound.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { flag } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { channelParams as params } from "./params.ts";
import { accountsOf, stateOf, webhookUrl } from "./state.ts";

const policy = { who: "admin", scope: "admin" } as const;
const CONNECT_MS = 15_000;

export const channelRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/channels",
    policy,
    summary: "Each account of each chat platform: what is missing, who may write, what was last heard of it.",
    query: () => z.strictObject({ check: flag }),
    answers: () => ({ 200: listOf(ChannelStateShape()) }),
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
    body: ChannelPolicyFields,
    answers: () => ({ 200: ChannelStateShape() }),
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
    body: ConnectFields,
    answers: () => ({ 200: ConnectedChannelShape() }),
    handler: (context, { params: { channel }, body }) => connect(context, channel, body),
  }),
];

async function connect(
  context: ApiContext,
  channel: Channel,
  { account, url }: { account: string; url?: string | undefined },
) {
  const { kinds, channels, gateways } = servicesOf(context);
  await channels.ready?.(channel, account);
  const port = channels.get(channel, account);
  if ("missing" in port) throw new AppError("conflict", notSetUp(kinds[channel], port.missing));
  const webhook_url = webhookUrl(context, { channel, account }, url);
  if (!port.connect)
    throw new AppError(
      "conflict",
      `Set the webhook on the platform's own pages. The address is ${webhook_url}.`,
    );
  const health: Health = await port.connect(
    { url: webhook_url, commands: COMMANDS },
    AbortSignal.timeout(CONNECT_MS),
  );
  await gateways.ensure();
  return reply(200, { webhook_url, health });
}
