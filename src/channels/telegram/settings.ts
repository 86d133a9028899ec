/** What the operator sets of a bot of Telegram. */
import { z } from "zod";

export const telegramSettings = z.object({
  TELEGRAM_BOT_TOKEN: z.string("it is the token that @BotFather gave").min(1),
  TELEGRAM_WEBHOOK_SECRET: z
    .string("it is any secret of 1 to 256 letters, digits, _ and -")
    .regex(/^[A-Za-z0-9_-]{1,256}$/, "only letters, digits, _ and -, at most 256"),
  TELEGRAM_API_BASE: z.url({ protocol: /^https?$/ }).default("https://api.telegram.org"),
});
