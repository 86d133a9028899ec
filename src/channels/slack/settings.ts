/** Operator settings of a Slack app. */
import { z } from "zod";
import type { NotOpen } from "../channel.ts";
import { settingsOf } from "../settings.ts";
import { streaming } from "../streaming.ts";

const SIGNING_SECRET = "it is the Signing Secret of the app's page Basic Information";

const slackSettings = z.object({
  SLACK_BOT_TOKEN: z
    .string("it is the Bot User OAuth Token of the app's page OAuth & Permissions")
    .regex(/^xoxb-[\w-]+$/, "it is the Bot User OAuth Token, which begins with xoxb-"),
  /** Absent: nothing is taken in by webhook. */
  SLACK_SIGNING_SECRET: z
    .string()
    .regex(/^\w{16,128}$/, SIGNING_SECRET)
    .optional(),
  /** Present: events come over Socket Mode. */
  SLACK_APP_TOKEN: z
    .string()
    .regex(/^xapp-[\w-]+$/, "it is an App-Level Token, which begins with xapp-")
    .optional(),
  SLACK_API_BASE: z
    .url({ protocol: /^https?$/ })
    .transform((base) => base.replace(/\/+$/, ""))
    .default("https://slack.com/api"),
  SLACK_STREAMING: streaming.default("on"),
});

/** A Slack app with its settings. */
export interface SlackApp {
  token: string;
  /** Undefined: nothing is taken in by webhook. */
  secret: string | undefined;
  /** Undefined: no Socket Mode. */
  app_token: string | undefined;
  /** Without a trailing slash. */
  base: string;
  /** Account name in this house; empty: the first one. */
  account: string;
  streaming: z.output<typeof streaming>;
}

/** Settings of one account, or which are missing. Never throws. */
export function slackAppOf(env: object, account: string): SlackApp | NotOpen {
  const settings = settingsOf(slackSettings, { env, account, shared: ["SLACK_API_BASE"] });
  if ("missing" in settings) return settings;
  const { SLACK_BOT_TOKEN: token, SLACK_SIGNING_SECRET: secret, SLACK_API_BASE: base } = settings;
  const { SLACK_APP_TOKEN: app_token, SLACK_STREAMING } = settings;
  if (secret === undefined && app_token === undefined)
    return { missing: `set SLACK_SIGNING_SECRET (${SIGNING_SECRET}), or SLACK_APP_TOKEN for Socket Mode.` };
  return { token, secret, app_token, base, account, streaming: SLACK_STREAMING };
}

/** Accounts whose events come over Socket Mode. */
export function socketAccounts(env: object): string[] {
  const named = Object.keys(env).flatMap((name) => {
    const [whole, account = ""] = /^SLACK_APP_TOKEN(?:_([A-Z0-9_]{1,32}))?$/.exec(name) ?? [];
    return whole === undefined ? [] : [account.toLowerCase().replaceAll("_", "-")];
  });
  return named.filter((account) => {
    const app = slackAppOf(env, account);
    return !("missing" in app) && app.app_token !== undefined;
  });
}
