/**
 * Delivers one message to Discord. The first text of an answer fills in the command's deferred response while its token
 * is valid; all other messages go to the channel, where the idempotency key prevents duplicates.
 */
import { z } from "zod";
import type { Source } from "../../domain/inbound.ts";
import { pause } from "../../platform/pause.ts";
import type { DeliveryResult, Outgoing } from "../channel.ts";
import type { ChannelFiles } from "../kind.ts";
import type { ApiAnswer, DiscordApi } from "./api.ts";
import { type ComposedMessage, formOf, NO_PREVIEWS, nonceOf, writtenOf } from "./bodies.ts";
import { deliveredOf, isBlind, isExpired, isShutOut } from "./outcomes.ts";
import { type ReplyToken, readReplyToken } from "./reply-token.ts";
import type { DiscordSettings } from "./settings.ts";

export interface Wire {
  api: DiscordApi;
  settings: DiscordSettings;
  files: ChannelFiles;
  now: () => number;
}

interface Delivery {
  outgoing: Outgoing;
  written: ComposedMessage;
  signal: AbortSignal;
}

const LOADING = 128;
const EPHEMERAL = 64;

/** Never throws. */
export async function deliver(wire: Wire, outgoing: Outgoing, signal: AbortSignal): Promise<DeliveryResult> {
  if (outgoing.to.thread === undefined)
    return { status: "failed", reason: "The Discord channel is unknown." };
  let written: ComposedMessage | undefined;
  try {
    written = await writtenOf(outgoing, wire.files);
  } catch (problem) {
    return { status: "later", reason: `The file could not be read: ${String(problem)}.` };
  }
  if (!written) return { status: "failed", reason: "The file no longer exists." };
  const sending = { outgoing, written, signal };
  const token = validToken(wire, outgoing.to);
  if (!token) return deliveredOf(await unasked(wire, sending));
  return byToken(wire, sending, token);
}

/** Undefined: there is no token, or it has expired. */
export function validToken({ now }: Pick<Wire, "now">, { reply_token }: Source): ReplyToken | undefined {
  const token = readReplyToken(reply_token);
  return token && now() < token.until ? token : undefined;
}

export function webhookPath({ settings }: Pick<Wire, "settings">, { token }: ReplyToken): string {
  return `/webhooks/${settings.DISCORD_APPLICATION_ID}/${encodeURIComponent(token)}`;
}

async function byToken(wire: Wire, sending: Delivery, token: ReplyToken): Promise<DeliveryResult> {
  const { signal, written, outgoing } = sending;
  const original = `${webhookPath(wire, token)}/messages/@original`;
  const standing = await originalOf(wire, token, { path: original, signal });
  if (standing.status === "refused") return deliveredOf(await unasked(wire, sending));
  if (standing.status !== "ok") return { ...standing, status: "later" };
  const shown = originalShape.safeParse(standing.body).data;
  if (shown && isOpen(shown, sending)) {
    const edited = await wire.api.send({
      method: "PATCH",
      path: original,
      signal,
      is_webhook: true,
      body: formOf(written),
    });
    return isExpired(edited) ? deliveredOf(await unasked(wire, sending)) : deliveredOf(edited);
  }
  if (token.is_private) return followUp(wire, sending, token);
  const posted = await post(wire, sending, outgoing.to.thread ?? "");
  return isShutOut(posted) ? followUp(wire, sending, token) : deliveredOf(posted);
}

/** A quick answer may arrive before Discord has registered the deferred response. */
const DEFERRED_WITHIN_MS = 3_000;
const LOOK_AGAIN_MS = 300;

async function originalOf(
  { api, now }: Wire,
  { made_at }: ReplyToken,
  request: { path: string; signal: AbortSignal },
): Promise<ApiAnswer> {
  const isFresh = Math.abs(now() - made_at) < DEFERRED_WITHIN_MS;
  for (let left = isFresh ? DEFERRED_WITHIN_MS / LOOK_AGAIN_MS : 0; ; left--) {
    const standing = await api.send({ ...request, method: "GET", is_webhook: true });
    if (standing.status !== "refused" || left <= 0 || request.signal.aborted) return standing;
    await pause(LOOK_AGAIN_MS);
  }
}

const originalShape = z.object({ flags: z.number().default(0), content: z.string().default("") });

/** Whether the response waits for this text, or holds it already because an earlier attempt succeeded unnoticed. */
function isOpen(
  { flags, content }: z.output<typeof originalShape>,
  { outgoing, written }: Delivery,
): boolean {
  if ((flags & LOADING) !== 0) return true;
  return outgoing.key.endsWith(":0") && content !== "" && content === written.body.content;
}

/** Follow-ups take no idempotency key, so a message that may have arrived is not sent again. */
async function followUp(
  wire: Wire,
  { written, signal }: Delivery,
  token: ReplyToken,
): Promise<DeliveryResult> {
  const flags = NO_PREVIEWS | (token.is_private ? EPHEMERAL : 0);
  const body = formOf({ ...written, body: { ...written.body, flags } });
  const path = `${webhookPath(wire, token)}?wait=true`;
  const delivered = deliveredOf(
    await wire.api.send({ method: "POST", path, signal, is_webhook: true, body }),
  );
  if (delivered.status !== "unknown") return delivered;
  return { status: "failed", reason: `It may have arrived: check there. ${delivered.reason}` };
}

/** Sends without a token: an answer meant for one person goes to that person by direct message. */
async function unasked(wire: Wire, sending: Delivery): Promise<ApiAnswer> {
  const { to } = sending.outgoing;
  const isPrivate = readReplyToken(to.reply_token)?.is_private === true;
  if (!isPrivate) return post(wire, sending, to.thread ?? "");
  const opened = await wire.api.send({
    method: "POST",
    path: "/users/@me/channels",
    signal: sending.signal,
    body: { recipient_id: to.sender },
  });
  const direct = opened.status === "ok" ? directShape.safeParse(opened.body).data : undefined;
  return direct ? post(wire, sending, direct.id) : opened;
}

const directShape = z.object({ id: z.string() });

async function post(wire: Wire, sending: Delivery, channel: string): Promise<ApiAnswer> {
  const { key, to } = sending.outgoing;
  const reference = key.endsWith(":0") ? referenceOf(to, channel) : {};
  const posted = await postWith(wire, { ...sending, reference }, channel);
  // The bot may be allowed to write somewhere and yet not to read earlier messages.
  return isBlind(posted) ? postWith(wire, { ...sending, reference: {} }, channel) : posted;
}

async function postWith(
  wire: Wire,
  { outgoing, written, signal, reference }: Delivery & { reference: object },
  channel: string,
): Promise<ApiAnswer> {
  const nonce = await nonceOf(outgoing.key);
  const body = formOf({ ...written, body: { ...written.body, ...reference, nonce, enforce_nonce: true } });
  return wire.api.send({
    method: "POST",
    path: `/channels/${encodeURIComponent(channel)}/messages`,
    signal,
    body,
  });
}

/** In a group, shows which message is answered. */
function referenceOf({ is_group, message, thread }: Source, channel: string): object {
  if (!is_group || message === undefined || thread !== channel) return {};
  return { message_reference: { message_id: message, fail_if_not_exists: false } };
}
