/** What an agent is told of the place it is spoken to in. */
import type { Channel } from "../domain/inbound.ts";

export const FRAMING: Readonly<Record<Channel, string>> = {
  web: "The person reads in the web app.",
  http: "The request came over HTTP: your reply goes back in the response.",
  cli: "The person reads in a terminal.",
  telegram: "The person writes on Telegram.",
  discord: "The person writes on Discord.",
  slack: "The person writes on Slack.",
  whatsapp: "The person writes on WhatsApp.",
  system:
    "The system woke you; nobody wrote this. Your reply is not delivered to anybody: it is kept in this conversation. To reach a person, use a tool that sends.",
};
