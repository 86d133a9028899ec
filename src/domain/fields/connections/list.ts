/** The list of connections, in the order of the page. A new one is a record, a line here, and its check. */
import { discord, slack, telegram, whatsapp } from "./chats.ts";
import type { Connection } from "./connection.ts";
import {
  arxiv,
  brave,
  cloudflareSearch,
  duckduckgo,
  exa,
  googleSearch,
  jina,
  kagi,
  openAlex,
  searxng,
  semanticScholar,
  serper,
  tavily,
} from "./search.ts";
import { mail, openMeteo } from "./services.ts";
import { deepgram, elevenlabs, speechServer, transcriptionServer } from "./speech.ts";

export const CONNECTIONS: readonly Connection[] = [
  telegram,
  discord,
  slack,
  whatsapp,
  duckduckgo,
  brave,
  tavily,
  exa,
  kagi,
  serper,
  googleSearch,
  jina,
  searxng,
  cloudflareSearch,
  openAlex,
  arxiv,
  semanticScholar,
  elevenlabs,
  deepgram,
  transcriptionServer,
  speechServer,
  openMeteo,
  mail,
];

/** Undefined for a name that no connection has. */
export function connectionNamed(name: string): Connection | undefined {
  return CONNECTIONS.find((connection) => connection.name === name);
}
