/** Channels as the API takes them: those that people write by, each by its name. */
import { z } from "zod";
import { type ChatPlatform, isChatPlatform } from "../../../domain/chat-platforms.ts";

/** A channel where people write and to which answers are carried. An unknown name is answered as not found. */
export const chatChannel = () =>
  z.string().transform((name, context): ChatPlatform => {
    if (isChatPlatform(name)) return name;
    context.addIssue("There is no such channel. GET /api/v1/channels lists them.");
    return z.NEVER;
  });

export const accountName = () =>
  z
    .string()
    .regex(/^[a-z0-9-]{0,32}$/, "an account is named by a to z, digits and -; empty is the first one")
    .default("");

export const channelParams = () => z.object({ channel: chatChannel() });
