/** Operator settings of a Discord bot. */
import { z } from "zod";
import type { NotOpen } from "../channel.ts";
import { settingsOf } from "../settings.ts";
import { streaming } from "../streaming.ts";

const discordSettings = z.object({
  DISCORD_APPLICATION_ID: z
    .string("it is the Application ID on the page General Information of the app")
    .regex(/^\d{15,22}$/, "it is a number of about 19 digits"),
  DISCORD_PUBLIC_KEY: z
    .string("it is the Public Key on the page General Information of the app")
    .regex(/^[0-9a-fA-F]{64}$/, "it is 64 hexadecimal digits"),
  DISCORD_BOT_TOKEN: z.string("it is the token that the page Bot of the app shows once").min(1),
  DISCORD_API_BASE: z.url({ protocol: /^https?$/ }).default("https://discord.com/api/v10"),
  DISCORD_STREAMING: streaming.default("on"),
  DISCORD_GATEWAY: z.enum(["off", "mentions", "all"], "it is off, mentions or all").default("off"),
});

export type DiscordSettings = z.output<typeof discordSettings>;

/** Settings of one account, or which are missing. Never throws. */
export function discordSettingsOf(env: object, account: string): DiscordSettings | NotOpen {
  return settingsOf(discordSettings, { env, account, shared: ["DISCORD_API_BASE"] });
}

/** Settings with which a token asks for its own app, or which are missing. Never throws. */
export function discordTokenOf(env: object, account: string) {
  const asked = discordSettings.pick({ DISCORD_BOT_TOKEN: true, DISCORD_API_BASE: true });
  return settingsOf(asked, { env, account, shared: ["DISCORD_API_BASE"] });
}

/** Accounts to connect to the Gateway, as far as the names of the settings tell. */
export function gatewayAccounts(env: object): string[] {
  const named = Object.keys(env).flatMap((name) => {
    const [whole, account = ""] = /^DISCORD_GATEWAY(?:_([A-Z0-9_]{1,32}))?$/.exec(name) ?? [];
    return whole === undefined ? [] : [account.toLowerCase().replaceAll("_", "-")];
  });
  return named.filter((account) => {
    const settings = discordSettingsOf(env, account);
    return !("missing" in settings) && settings.DISCORD_GATEWAY !== "off";
  });
}

/** A bot and its account here. */
export interface Bot {
  settings: DiscordSettings;
  account: string;
}
