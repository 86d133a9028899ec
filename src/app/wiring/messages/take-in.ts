/** Takes in what people write on the platforms of channels: from a webhook, or over an open connection. */
import { type BroughtIn, portOf } from "../../../channels/channel.ts";
import { inNamedMode } from "../../../channels/commands/modes.ts";
import { AppError, type Failure, isForNow } from "../../../domain/errors.ts";
import type { Inbound, Source } from "../../../domain/inbound.ts";
import { loadWords } from "../../../domain/text/translated/in-language.ts";
import type { Background } from "../../../routing/senders.ts";
import { threadPlaceOf } from "../../../routing/threads.ts";
import type { House } from "../../house.ts";
import { wireGateways } from "../outside/gateways.ts";
import { wireCommands } from "./commands.ts";
import { reportDeliveryFailures } from "./delivery-failures.ts";
import { membership } from "./membership.ts";
import { placeKey } from "./message-key.ts";

/** `house` is called when something comes in: these functions are themselves part of it. */
export function wireWaysIn(
  house: () => House,
  { env, log, connections }: Pick<House, "env" | "log" | "connections">,
): Pick<House, "commands" | "takeIn" | "undelivered" | "moved" | "membership" | "gateways"> {
  return {
    commands: wireCommands(house),
    takeIn: (received, background) => takeIn(house(), received, background),
    undelivered: (of, failures) => reportDeliveryFailures(house(), of, failures),
    async moved(from, to) {
      const { threads, threadCache, channelAccess, channelPlaces } = house();
      await Promise.all([
        threads.rename(from, to),
        channelAccess.rules.renameGroup(from, to),
        channelPlaces.rename(from, to),
      ]);
      for (const place of [from, { ...from, thread: to }]) threadCache.forget(place);
      channelAccess.cache.forgetAll();
    },
    membership: (of, change) => membership(house(), of, change),
    gateways: wireGateways({ env, log, connections }),
  };
}

async function takeIn(house: House, arrived: Inbound, background: Background): Promise<BroughtIn> {
  const received = inNamedMode(spokenTo(arrived, house.settings));
  const { frontDoor, senders, commands, log, threadCache } = house;
  const { channel } = received.source;
  const answered = received.type === "user_message" && (await commands.take(received, background));
  if (answered) return answered === "refused" ? refusedFor(received.source, UNKNOWN) : { receipt: answered };
  // The front door needs the thread as well: it is read into the cache while the sender is checked.
  const thread = Promise.resolve(threadCache.at(threadPlaceOf(received.source))).catch(() => undefined);
  const [sender] = await Promise.all([senders(received, background), thread]);
  if (sender === undefined || sender === "offered") {
    log.info("webhook_sender_unknown", { channel });
    if (sender === "offered") return { receipt: "refused" };
    const refused = await refusedFor(received.source, UNKNOWN);
    background(whisperedWhy(house, received, refused.why));
    return refused;
  }
  const entered = await frontDoor.enter({ ...sender, to: { thread: true }, background });
  if (entered.ok) return { receipt: entered.value.receipt.status };
  const { error, reason } = entered.failure;
  if (isOverSoon(entered.failure)) throw new AppError(error, reason);
  log.info("webhook_message_refused", { channel, reason });
  const refused = await refusedFor(sender.inbound.source, reason);
  background(toldWhy(house, received, refused.why));
  background(whisperedWhy(house, received, refused.why));
  return refused;
}

/** Time in seconds. */
const SOON = 60;

/** Whether the platform should send it again: a full queue is empty soon, while visits are used up until tomorrow. */
function isOverSoon({ error, retry_after_s = 0 }: Failure): boolean {
  return error === "internal" || (isForNow({ error }) && retry_after_s <= SOON);
}

/** Per place. */
const TOLD_WHY = { most: 3, seconds: 600 };

/** Tells the sender why a message to the bot was refused. Button presses and commands hear it from their platform. */
async function toldWhy(house: House, received: Inbound, why: string): Promise<void> {
  const { tries, tell, threadCache } = house;
  if (received.type !== "user_message" || received.source.reply_token !== undefined) return;
  const { source, is_addressed, key } = received;
  if (source.is_group && !is_addressed && !(await threadCache.at(threadPlaceOf(source)))?.answers_all) return;
  const counted = { name: `refused:${placeKey({ ...received, key: "" })}`, allowance: TOLD_WHY };
  if ((await tries.take([counted])) === 0) await tell({ to: source, markdown: why, key: `refused:${key}` });
}

const WHISPER_MS = 10_000;

/** Tells a person who pressed a button, where the platform shows nothing of the request's answer. */
async function whisperedWhy({ channels, log }: House, { type, source }: Inbound, why: string): Promise<void> {
  if (type !== "decision" && type !== "tool_result") return;
  const result = await portOf(channels, source)?.whisper?.(source, why, AbortSignal.timeout(WHISPER_MS));
  if (result && result.status !== "sent")
    log.warn("refusal_not_told", { channel: source.channel, problem: `${result.status}: ${result.reason}` });
}

/** The instance's own language is for those of whom neither the person nor the platform has said one. */
function spokenTo(received: Inbound, { INSTANCE_LANGUAGE }: House["settings"]): Inbound {
  const { source } = received;
  const language = source.language ?? INSTANCE_LANGUAGE;
  return language === undefined ? received : { ...received, source: { ...source, language } };
}

/** A refusal in the sender's language. */
async function refusedFor({ language }: Source, why: string): Promise<BroughtIn & { why: string }> {
  return { receipt: "refused", why: (await loadWords(language))(why) };
}

const UNKNOWN = "I don't know you, so nobody has read that. Ask whoever runs this bot to let you in.";
