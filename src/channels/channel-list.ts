/**
 * The list of channels. To add a channel: a folder, a name in `domain/chat-platforms.ts`, and a line here. The Worker's
 * entry alone reads it: whoever else needs kinds is given them.
 */
import { conversation } from "./conversation/kind.ts";
import { discord } from "./discord/kind.ts";
import type { ChannelKinds } from "./kinds.ts";
import { cli, http, system, web } from "./pull-channels.ts";
import { slack } from "./slack/kind.ts";
import { telegram } from "./telegram/kind.ts";
import { whatsapp } from "./whatsapp/kind.ts";

export const CHANNELS: ChannelKinds = {
  web,
  http,
  cli,
  system,
  telegram,
  discord,
  slack,
  whatsapp,
  conversation,
};
