/** In which conversation something is drawn: its files are asked for as files of that conversation. */
import { getContext, setContext } from "svelte";

const PLACE = Symbol("conversation");
const FILES = "/api/v1/files/";

/** Called by the page, for all that is drawn in it. `id` gives null while it is not made yet. */
export function drawnIn(id: () => string | null): void {
  setContext(PLACE, id);
}

/** The address of a file of our own storage: whoever may read the conversation may see it, whosever it is. */
export function placedFile(): (url: string) => string {
  const id = getContext<(() => string | null) | undefined>(PLACE);
  return (url) => withConversation(url, id?.() ?? null);
}

/** An address may name another conversation: who wrote it may be anybody, and this one is where it is drawn. */
export function withConversation(url: string, id: string | null): string {
  if (id === null || !url.startsWith(FILES)) return url;
  const [path = "", query] = url.split(/[?#]/, 2);
  const asked = new URLSearchParams(url.includes("?") ? query : "");
  asked.set("conversation", id);
  return `${path}?${asked}`;
}
