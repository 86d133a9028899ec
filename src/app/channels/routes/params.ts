/** Place of a channel in an address. */
import { z } from "zod";
import { type ChatPlatform, isChatPlatform } from "../../../domain/chat-platforms.ts";

/** A channel where people write and to which answers are carried. An unknown name is answered as not found. */
export const chatChannel = () =>
  z.string().transform((name, context): ChatPlatform => {
    if (isChatPlatform(name)) return name;
    context.addIssue("There is no such channel. GET /api/v1/channels lists them.");
    return z.NEVER;
  });

export const channelParams = () => z.object({ channel: chatChannel() });
