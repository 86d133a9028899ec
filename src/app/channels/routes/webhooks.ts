/**
 * Webhooks of channels: requests are verified, parsed, and handed to the front door. The answer to a message never goes
 * back this way: the outbox of its conversation delivers it.
 */

import { z } from "zod";
import type {
  BroughtIn,
  ChannelPort,
  ParsedWebhook,
  WebhookAnswer,
  WebhookRequest,
} from "../../../channels/channel.ts";
import { kindNamed, notSetUp } from "../../../channels/kinds.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Inbound } from "../../../domain/inbound.ts";
import type { Place } from "../../../routing/threads.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { isOperator } from "../../http/authentication/authenticate.ts";
import { backgroundOf } from "../../http/inbound.ts";
import { nothingHere } from "../../http/nothing-here.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

const WEBHOOK = {
  root: "/webhooks",
  policy: { who: "public" },
  // Each platform sends what it likes; its channel verifies the request, then parses it.
  query: () => z.looseObject({}),
  answers: () => ({ 200: [z.object({ receipts: z.array(z.string()) }), "file"], 401: "empty" }) as const,
  handler: webhook,
} as const;

const FIRST = { path: "/:channel", params: () => z.object({ channel: z.string() }) } as const;
/** One of several bots: the names of its settings end in its name. */
const NAMED = {
  path: "/:channel/:account",
  params: () => z.object({ channel: z.string(), account: z.string().regex(/^[a-z0-9-]{1,32}$/) }),
} as const;
const SENT = { method: "post", takes: ["*/*"] } as const;

export const webhookRoutes: Route[] = [
  defineRoute({ ...WEBHOOK, ...FIRST, ...SENT, summary: "What the platform of a channel sends." }),
  defineRoute({
    ...WEBHOOK,
    ...FIRST,
    method: "get",
    summary: "A challenge or a probe of the platform of a channel.",
  }),
  defineRoute({ ...WEBHOOK, ...NAMED, ...SENT, summary: "The same for a named account of the channel." }),
  defineRoute({
    ...WEBHOOK,
    ...NAMED,
    method: "get",
    summary: "A challenge or a probe for a named account.",
  }),
];

async function webhook(context: ApiContext) {
  const bot = botOf(context);
  if (bot) await servicesOf(context).channels.ready?.(bot.channel, bot.account);
  const port = bot && portOf(context, bot);
  if (!port) return nothingHere(context);
  const request = await requestOf(context);
  const verified = await port.verify(request);
  if (!verified.ok) return unverified(context, verified.reason);
  const parsed = await port.parse(request);
  if (parsed.status === "answer") return answered(context, parsed);
  await noted(context, bot, parsed);
  if (parsed.status !== "inbound") return reply(200, { receipts: [] });
  const taken = await takenIn(context, parsed.inbounds);
  const answer = answerTo(taken, parsed);
  return answer ? answered(context, answer) : reply(200, { receipts: taken.map(({ receipt }) => receipt) });
}

type Bot = Pick<Place, "channel" | "account">;

/** Undefined if there is no such channel. An empty account is the first one. */
function botOf(context: ApiContext): Bot | undefined {
  const kind = kindNamed(servicesOf(context).kinds, context.req.param("channel") ?? "");
  return kind && { channel: kind.name, account: accountOf(context) };
}

/** Handles what a platform reports beside messages. */
async function noted(context: ApiContext, bot: Bot, parsed: ParsedWebhook): Promise<void> {
  const { undelivered, moved, membership } = servicesOf(context);
  if (parsed.undelivered) await undelivered(bot, parsed.undelivered);
  if (parsed.status === "membership") await membership(bot, parsed);
  if (parsed.status === "moved") await moved({ ...bot, thread: parsed.from }, parsed.to);
}

function answerTo(
  taken: readonly BroughtIn[],
  { answer, refused }: Extract<ParsedWebhook, { status: "inbound" }>,
): WebhookAnswer | undefined {
  const isRefused = taken.every(({ receipt }) => receipt === "refused");
  const why = isRefused ? taken.find((each) => each.why !== undefined)?.why : undefined;
  return why === undefined ? answer : (refused?.(why) ?? answer);
}

function answered(context: ApiContext, { body, content_type }: WebhookAnswer): Response {
  return context.body(body, 200, { "content-type": content_type });
}

/** Empty for the first account. */
function accountOf(context: ApiContext): string {
  return context.req.param("account") ?? "";
}

/** Throws what is missing, for the operator; to anybody else the address looks like one that does not exist. */
function portOf(context: ApiContext, bot: Bot): ChannelPort | undefined {
  const { kinds, channels } = servicesOf(context);
  const port = channels.get(bot.channel, bot.account);
  if (!("missing" in port)) return port;
  if (isOperator(context))
    throw new AppError("resource_not_found", notSetUp(kinds[bot.channel], port.missing));
  return undefined;
}

async function requestOf({ req }: ApiContext): Promise<WebhookRequest> {
  const body = new Uint8Array(await req.arrayBuffer());
  return { method: req.method, url: req.url, headers: req.raw.headers, body };
}

/** The sender is given no reason; the operator, who may have set the wrong secret, finds it in the log. */
function unverified(context: ApiContext, reason: string): Response {
  servicesOf(context).log.warn("webhook_refused", { channel: context.req.param("channel") ?? "", reason });
  return context.body(null, 401);
}

/** One after the other, so that messages of one thread stay in order. */
async function takenIn(context: ApiContext, inbounds: readonly Inbound[]): Promise<BroughtIn[]> {
  const taken: BroughtIn[] = [];
  const { takeIn } = servicesOf(context);
  const background = backgroundOf(context);
  for (const inbound of inbounds)
    taken.push(await takeIn(ofAccount(inbound, accountOf(context)), background));
  return taken;
}

/** The account is told by the address that the platform called, and by nothing in the request. */
function ofAccount(inbound: Inbound, account: string): Inbound {
  const { account: _, ...source } = inbound.source;
  return { ...inbound, source: account === "" ? source : { ...source, account } };
}
