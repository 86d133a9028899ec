/** Takes in what a Slack app hears over Socket Mode, as its webhook would. */
import type { SocketApp } from "../../../../durable-objects/gateway/ports.ts";
import { portOf, type WebhookRequest } from "../../../channels/channel.ts";
import { type SlackApp, slackAppOf } from "../../../channels/slack/settings.ts";
import { socketAddressOf } from "../../../channels/slack/socket/address.ts";
import type { OpenSocket } from "../../../channels/wire/socket.ts";
import type { Inbound } from "../../../domain/inbound.ts";
import type { House } from "../../house.ts";

const ADDRESS_MS = 10_000;

export function socketApp(house: House, account: string, open: OpenSocket): SocketApp | undefined {
  const { connections, log, channelAccounts } = house;
  const app = slackAppOf(connections.settings(), account);
  if ("missing" in app || app.app_token === undefined) return undefined;
  return {
    token: app.app_token,
    open,
    address: () => socketAddressOf(app, AbortSignal.timeout(ADDRESS_MS)),
    take: (request) => take(house, app, request),
    onRefused(problem) {
      log.error("slack_refused", { account, problem });
      void channelAccounts.failed({ channel: "slack", account }, problem).catch(() => undefined);
    },
  };
}

async function take(
  { channels, takeIn }: House,
  { account }: SlackApp,
  request: WebhookRequest,
): Promise<string | undefined> {
  const port = portOf(channels, { channel: "slack", account });
  if (!port) return undefined;
  const parsed = await port.parse(request);
  if (parsed.status === "answer") return wordsOf(parsed.body);
  if (parsed.status !== "inbound") return undefined;
  let why: string | undefined;
  for (const inbound of parsed.inbounds) {
    const taken = await takeIn(ofAccount(inbound, account), (work) => void work.catch(() => undefined));
    if (taken.receipt === "refused") why = taken.why;
  }
  const told = why === undefined ? parsed.answer : (parsed.refused?.(why) ?? parsed.answer);
  return told && wordsOf(told.body);
}

function wordsOf(body: string): string | undefined {
  return body === "" ? undefined : body;
}

function ofAccount(inbound: Inbound, account: string): Inbound {
  return account === "" ? inbound : { ...inbound, source: { ...inbound.source, account } };
}
