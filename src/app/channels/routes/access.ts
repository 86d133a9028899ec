/** Access rules of an account, one by one: groups with their own policy, senders who are listed or blocked. */

import { z } from "zod";
import {
  AccessRuleFields,
  AccessRuleShape,
  accountName,
  ChannelPlaceShape,
} from "../../../contract/channels.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { GROUP_POLICIES, SENDER_RULES } from "../../../routing/access/access.ts";
import type { AccessRule } from "../../../storage/d1/index/access-rules.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { channelParams as params } from "./params.ts";

const policy = { who: "admin", scope: "admin" } as const;

export const accessRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/channels/:channel/access",
    policy,
    summary: "Groups and senders of an account of whom something was said.",
    params,
    query: () => z.strictObject({ account: accountName() }),
    answers: () => ({ 200: listOf(AccessRuleShape()) }),
    handler: async (context, { params: { channel }, query: { account } }) => {
      const rules = await servicesOf(context).channelAccess.rules.list({ channel, account });
      const items = rules.flatMap((rule) => (rule.kind === "account" ? [] : [ruleView(rule)]));
      return reply(200, { items, next_cursor: null });
    },
  }),
  defineRoute({
    method: "get",
    path: "/channels/:channel/places",
    policy,
    summary: "Groups that the bot came into, and chats that shut it out, as far as the platform tells.",
    params,
    query: () => z.strictObject({ account: accountName() }),
    answers: () => ({ 200: listOf(ChannelPlaceShape()) }),
    handler: async (context, { params: { channel }, query: { account } }) => {
      const places = await servicesOf(context).channelPlaces.list({ channel, account });
      const items = places.map(({ thread, name, is_group, is_in, changed_at }) => {
        return { thread, name, is_group, is_in, changed_at: iso(changed_at) };
      });
      return reply(200, { items, next_cursor: null });
    },
  }),
  defineRoute({
    method: "put",
    path: "/channels/:channel/access",
    policy,
    summary: "Says of a group who may write in it, or of a sender whether they may.",
    params,
    body: AccessRuleFields,
    answers: () => ({ 200: AccessRuleShape() }),
    handler: async (context, { params: { channel }, body }) => {
      const { rules, cache } = servicesOf(context).channelAccess;
      const rule = { channel, ...body, ...ruleOf(body.kind, body.rule) };
      await rules.set(rule);
      cache.forgetAll();
      return reply(200, ruleView(rule));
    },
  }),
  defineRoute({
    method: "delete",
    path: "/channels/:channel/access",
    policy,
    summary: "Takes back what was said of a group or a sender.",
    params,
    query: () =>
      z.strictObject({ account: accountName(), kind: z.enum(["group", "sender"]), id: z.string().max(200) }),
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { channel }, query }) => {
      const { rules, cache } = servicesOf(context).channelAccess;
      if (!(await rules.remove({ channel, ...query })))
        throw new AppError("resource_not_found", `There is no rule for that ${query.kind}.`);
      cache.forgetAll();
      return context.body(null, 204);
    },
  }),
];

function ruleOf(kind: "group" | "sender", text: string) {
  const group = GROUP_POLICIES.find((each) => each === text);
  if (kind === "group" && group) return { kind, rule: group };
  const sender = SENDER_RULES.find((each) => each === text);
  if (kind === "sender" && sender) return { kind, rule: sender };
  const there = kind === "group" ? GROUP_POLICIES : SENDER_RULES;
  throw new AppError("malformed_request", `rule: of a ${kind} it must be one of ${there.join(", ")}.`);
}

function ruleView({ kind, id, rule, name }: Exclude<AccessRule, { kind: "account" }>) {
  return { kind, id, rule, name };
}
