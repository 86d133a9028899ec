/** The channel port of one WhatsApp number. */
import type { ChannelPort } from "../channel.ts";
import type { ChannelFiles } from "../kind.ts";
import { formatForWhatsApp } from "./format.ts";
import { parse } from "./inbound/parse.ts";
import { isFromMeta } from "./inbound/verify.ts";
import { deliver, react, typing } from "./outbound/deliver.ts";
import { download } from "./outbound/download.ts";
import { connect, health } from "./outbound/health.ts";
import { invite } from "./outbound/send.ts";
import type { WhatsAppNumber } from "./settings.ts";

export function whatsappChannel(number: WhatsAppNumber, files: ChannelFiles): ChannelPort {
  const { template } = number;
  return {
    limits: {
      text_length: 4_096,
      // WhatsApp takes no idempotency key.
      keyed_for_ms: 0,
      media: ["image", "audio", "file"],
      // Sent messages cannot be edited: an answer is sent once it is complete.
      typing_ms: 25_000,
    },
    verify: (request) => isFromMeta(number, request),
    parse: (request) => parse(number, request),
    render: formatForWhatsApp,
    deliver: (outgoing, signal) => deliver({ number, files }, outgoing, signal),
    react: (reaction, signal) => react(number, reaction, signal),
    typing: (to, signal) => typing(number, to, signal),
    download: (file, signal) => download(number, file, signal),
    ...(template && { invite: (to, signal) => invite(number, { to, template }, signal) }),
    health: (signal) => health(number, signal),
    connect: (set, signal) => connect(number, set, signal),
  };
}
