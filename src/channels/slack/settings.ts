/** Operator settings of a Slack app. */
import { z } from "zod";
import { streaming } from "../streaming.ts";

export const slackSettings = z.object({
  SLACK_BOT_TOKEN: z
    .string("it is the Bot User OAuth Token of the app's page OAuth & Permissions")
    .regex(/^xoxb-[\w-]+$/, "it is the Bot User OAuth Token, which begins with xoxb-"),
  SLACK_SIGNING_SECRET: z
    .string("it is the Signing Secret of the app's page Basic Information")
    .regex(/^\w{16,128}$/, "it is the Signing Secret of the app's page Basic Information"),
  SLACK_API_BASE: z
    .url({ protocol: /^https?$/ })
    .transform((base) => base.replace(/\/+$/, ""))
    .default("https://slack.com/api"),
  SLACK_STREAMING: streaming.default("on"),
});

/** A Slack app with its settings. */
export interface SlackApp {
  token: string;
  secret: string;
  /** Without a trailing slash. */
  base: string;
  /** Account name in this house; empty: the first one. */
  account: string;
  streaming: z.output<typeof streaming>;
}

export function appOf(settings: z.output<typeof slackSettings>, account: string): SlackApp {
  const { SLACK_BOT_TOKEN: token, SLACK_SIGNING_SECRET: secret, SLACK_API_BASE: base } = settings;
  return { token, secret, base, account, streaming: settings.SLACK_STREAMING };
}
