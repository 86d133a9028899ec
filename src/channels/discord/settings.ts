/** What the operator sets of a bot of Discord. */
import { z } from "zod";
import { streaming } from "../streaming.ts";

export const discordSettings = z.object({
  DISCORD_APPLICATION_ID: z
    .string("it is the Application ID on the page General Information of the app")
    .regex(/^\d{15,22}$/, "it is a number of about 19 digits"),
  DISCORD_PUBLIC_KEY: z
    .string("it is the Public Key on the page General Information of the app")
    .regex(/^[0-9a-fA-F]{64}$/, "it is 64 hexadecimal digits"),
  DISCORD_BOT_TOKEN: z.string("it is the token that the page Bot of the app shows once").min(1),
  DISCORD_API_BASE: z.url({ protocol: /^https?$/ }).default("https://discord.com/api/v10"),
  DISCORD_STREAMING: streaming.default("on"),
});

export type DiscordSettings = z.output<typeof discordSettings>;

/** One bot, and the account that it is here. */
export interface Bot {
  settings: DiscordSettings;
  account: string;
}
