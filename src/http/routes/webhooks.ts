/**
 * What the platforms of channels send: verified, read, and handed in at the front door. The answer to a message never
 * goes this way back: it is carried by the outbox of its conversation.
 */

import { z } from "zod";
import type { ChannelPort, WebhookRequest } from "../../channels/channel.ts";
import { kindNamed, notSetUp } from "../../channels/kinds.ts";
import { AppError } from "../../domain/errors.ts";
import type { Inbound } from "../../domain/inbound.ts";
import { type Answers, type ApiContext, defineRoute, type Route } from "../api.ts";
import { isOperator } from "../authenticate.ts";
import { backgroundOf } from "../inbound.ts";
import { nothingHere } from "../nothing-here.ts";

const WEBHOOK = {
  root: "/webhooks",
  path: "/:channel",
  policy: { who: "public" },
  params: () => z.object({ channel: z.string() }),
  // Each platform says what it likes; its channel verifies it, then reads it.
  query: () => z.looseObject({}),
  answers: (): Answers => ({ 200: [z.object({ receipts: z.array(z.string()) }), "file"], 401: "empty" }),
  handler: webhook,
} as const;

export const webhookRoutes: Route[] = [
  defineRoute({
    ...WEBHOOK,
    method: "post",
    takes: ["*/*"],
    summary: "What the platform of a channel sends.",
  }),
  defineRoute({
    ...WEBHOOK,
    method: "get",
    summary: "A challenge or a probe of the platform of a channel.",
  }),
];

async function webhook(context: ApiContext): Promise<Response> {
  const port = portOf(context);
  if (!port) return nothingHere(context);
  const request = await requestOf(context);
  const verified = await port.verify(request);
  if (!verified.ok) return unverified(context, verified.reason);
  const parsed = await port.parse(request);
  if (parsed.status === "answer")
    return context.body(parsed.body, 200, { "content-type": parsed.content_type });
  return context.json({ receipts: parsed.status === "inbound" ? await taken(context, parsed.inbounds) : [] });
}

/** Throws what is missing for the operator; anybody else sees no difference to an address that there is not. */
function portOf(context: ApiContext): ChannelPort | undefined {
  const kind = kindNamed(context.req.param("channel") ?? "");
  if (!kind) return undefined;
  const port = context.get("house").channels.get(kind.name);
  if (!("missing" in port)) return port;
  if (isOperator(context)) throw new AppError("resource_not_found", notSetUp(kind.name, port.missing));
  return undefined;
}

async function requestOf({ req }: ApiContext): Promise<WebhookRequest> {
  const body = new Uint8Array(await req.arrayBuffer());
  return { method: req.method, url: req.url, headers: req.raw.headers, body };
}

/** The sender is told no reason; the operator, who may have set the wrong secret, reads it in the log. */
function unverified(context: ApiContext, reason: string): Response {
  context.get("house").log.warn("webhook_refused", { channel: context.req.param("channel") ?? "", reason });
  return context.body(null, 401);
}

/** One after the other: those of one thread stay in their order. */
async function taken(context: ApiContext, inbounds: readonly Inbound[]): Promise<string[]> {
  const receipts: string[] = [];
  for (const inbound of inbounds) receipts.push(await enter(context, inbound));
  return receipts;
}

/** Throws where the platform should send it again: what was taken in before is a duplicate then. */
async function enter(context: ApiContext, received: Inbound): Promise<string> {
  const { frontDoor, senders, log } = context.get("house");
  const { channel } = received.source;
  const background = backgroundOf(context);
  const written = await senders(received, background);
  if (!written) {
    log.info("webhook_sender_unknown", { channel });
    return "refused";
  }
  const entered = await frontDoor.enter({ ...written, to: { thread: true }, background });
  if (entered.ok) return entered.value.receipt.status;
  const { error, reason } = entered.failure;
  if (error === "rate_limited" || error === "internal") throw new AppError(error, reason);
  log.info("webhook_message_refused", { channel, reason });
  return "refused";
}
