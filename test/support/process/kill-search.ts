/** A turn in search mode that dies when it has searched, has read one page and is reading another. */
import type { Message, NightjarEvent } from "../../../src/channels/web/wire.ts";
import { Bell } from "./bell.ts";
import { ofType } from "./events.ts";
import { TERNS } from "./kill-research.ts";
import type { Nightjar } from "./nightjar.ts";
import type { ScriptedModel } from "./scripted-model.ts";
import { Talk } from "./talk.ts";

const PAGES: Record<string, string> = {
  "/hearing": "Barn owls find mice by hearing alone.",
  "/feathers": "Soft feathers make their flight silent.",
};
export const QUOTES = Object.values(PAGES);

/** Pages of the search and of the run of research that do not answer their first visitor. */
const SLOW: Record<string, string> = { "/feathers": PAGES["/feathers"] ?? "", "/terns": TERNS };

/** A search engine that speaks SearXNG's wire, and the pages that it finds. */
export function searchedWeb(): Promise<Bell> {
  const visited = new Set<string>();
  return Bell.hang(({ origin, pathname, searchParams }) => {
    const about = searchParams.get("q")?.includes("terns") ? ["/terns"] : Object.keys(PAGES);
    if (pathname === "/search") return JSON.stringify({ results: about.map((path) => hit(origin, path)) });
    if (!(pathname in SLOW)) return PAGES[pathname];
    if (visited.has(pathname)) return SLOW[pathname];
    visited.add(pathname);
    return undefined;
  });
}

const hit = (origin: string, path: string) => ({
  url: `${origin}${path}`,
  title: `Owls: ${path}`,
  content: `A page about owls and their ${path}`,
});

const isRead = (event: NightjarEvent) => ofType("tool_result")(event) && event.name === "web_fetch";

interface SearchScene {
  model: ScriptedModel;
  nightjar: Nightjar;
  web: Bell;
}

/** One page is read and the other asked for when it resolves. */
export async function searchAtKill(scene: SearchScene): Promise<Talk> {
  const says = QUOTES.map((quote, at) => `${quote.slice(0, -1)} [${at + 1}].`).join(" ");
  const talk = await Talk.begin(scene, "searching", (reply) => reply.text(says));
  const socket = await talk.socket();
  await talk.post("messages", { text: talk.words("how do owls hunt?"), client_id: "one", mode: "search" });
  await socket.event(isRead);
  await scene.web.visited(3);
  return talk;
}

type Citation = Extract<Message["parts"][number], { type: "citation" }>;

/** Each passage that the conversation cites, as it stands in the stored text of its source. */
export async function citedPassages({ nightjar }: SearchScene, { id }: Talk): Promise<string[]> {
  const { items } = await nightjar.request<{ items: Message[] }>("GET", `/conversations/${id}/messages`);
  const isCitation = (part: Message["parts"][number]): part is Citation => part.type === "citation";
  const cited = items.flatMap(({ parts }) => parts.filter(isCitation));
  return Promise.all(
    cited.map(async ({ source_id, start, end }) => {
      const path = `/conversations/${id}/sources/${source_id}`;
      const { text } = await nightjar.request<{ text: string }>("GET", path);
      return text.slice(start, end);
    }),
  );
}
