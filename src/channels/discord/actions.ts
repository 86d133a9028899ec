/** Edits, reactions and typing signals on Discord. */
import type { Source } from "../../domain/inbound.ts";
import type { DeliveryResult, Edit } from "../channel.ts";
import type { ApiAnswer, ApiRequest } from "./api.ts";
import { textBody } from "./bodies.ts";
import { validToken, type Wire, webhookPath } from "./deliver.ts";
import { deliveredOf, isExpired, isShutOut } from "./outcomes.ts";

/** Uses the command's token while it is valid: where the bot is not a member that is the only way. */
export async function edit(
  wire: Wire,
  { to, platform_id, chunk }: Edit,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const body = textBody(chunk);
  return deliveredOf(await atMessage(wire, { to, platform_id }, { method: "PATCH", signal, body }));
}

const UNKNOWN_MESSAGE = 10_008;

export async function remove(wire: Wire, message: Standing, signal: AbortSignal): Promise<DeliveryResult> {
  const removed = await atMessage(wire, message, { method: "DELETE", signal });
  const isGone = removed.status === "refused" && removed.code === UNKNOWN_MESSAGE;
  return isGone ? { status: "sent", platform_id: message.platform_id } : deliveredOf(removed);
}

type Standing = Pick<Edit, "to" | "platform_id">;

async function atMessage(
  wire: Wire,
  { to, platform_id }: Standing,
  request: Omit<ApiRequest, "path">,
): Promise<ApiAnswer> {
  const own = `/messages/${encodeURIComponent(platform_id)}`;
  const path = `/channels/${encodeURIComponent(to.thread ?? "")}${own}`;
  const token = validToken(wire, to);
  const byToken = () =>
    token && wire.api.send({ ...request, path: `${webhookPath(wire, token)}${own}`, is_webhook: true });
  if (token?.is_private) {
    const done = await byToken();
    if (done && !isExpired(done)) return done;
  }
  const done = await wire.api.send({ ...request, path });
  return isShutOut(done) ? ((await byToken()) ?? done) : done;
}

/** A deferred command shows it by itself. */
export async function typing(wire: Wire, to: Source, signal: AbortSignal): Promise<void> {
  if (to.thread === undefined || validToken(wire, to)) return;
  await wire.api.send({ method: "POST", path: `/channels/${encodeURIComponent(to.thread)}/typing`, signal });
}

export async function react(
  wire: Wire,
  { to, emoji }: { to: Source; emoji: string },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  if (to.thread === undefined || to.message === undefined)
    return { status: "failed", reason: "There's no message to react to: this was a command." };
  const message = `/channels/${encodeURIComponent(to.thread)}/messages/${encodeURIComponent(to.message)}`;
  const path = `${message}/reactions/${encodeURIComponent(emoji)}/@me`;
  return deliveredOf(await wire.api.send({ method: "PUT", path, signal }));
}
