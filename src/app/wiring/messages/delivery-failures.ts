/** Messages that a platform accepted and did not deliver: tells their conversation, and the people who run the bot. */

import { type DeliveryFailure, portOf } from "../../../channels/channel.ts";
import type { Place } from "../../../routing/threads.ts";
import type { House } from "../../house.ts";
import { askConversation } from "../../objects/stubs.ts";

const TIMEOUT_MS = 10_000;

type Bot = Pick<Place, "channel" | "account">;

export async function reportDeliveryFailures(
  house: House,
  bot: Bot,
  failures: readonly DeliveryFailure[],
): Promise<void> {
  for (const message of failures) {
    try {
      await tell(house, bot, message);
    } catch (problem) {
      // Nothing is undone by it: the platform's report is lost, and the answer counts as sent.
      house.log.warn("undelivered_not_told", { channel: bot.channel, problem: String(problem) });
    }
  }
}

async function tell(house: House, { channel, account }: Bot, message: DeliveryFailure): Promise<void> {
  const { env, log, channelAccounts, threads, channels } = house;
  const { thread, reason, isClosed } = message;
  log.warn("message_undelivered", { channel, reason });
  const there = await threads.at({ channel, account, thread });
  const id = there?.conversation_id;
  const isNews = id != null && (await askConversation(env, id, async (stub) => stub.undelivered(message)));
  if (!isNews) return;
  await channelAccounts.failed({ channel, account }, reason);
  const to = { channel, ...(account !== "" && { account }), sender: thread, thread };
  if (isClosed) await portOf(channels, to)?.invite?.(to, AbortSignal.timeout(TIMEOUT_MS));
}
