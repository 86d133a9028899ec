/** In which conversation something is drawn: its files are asked for as files of that conversation. */
import { getContext, setContext } from "svelte";

const PLACE = Symbol("conversation");

/** Called by the page, for all that is drawn in it. `id` gives null while it is not made yet. */
export function drawnIn(id: () => string | null): void {
  setContext(PLACE, id);
}

/** The address of a file of a stored message: whoever may read the conversation may see it, whosever it is. */
export function placedFile(): (url: string) => string {
  const id = getContext<(() => string | null) | undefined>(PLACE);
  return (url) => withConversation(url, id?.() ?? null);
}

export function withConversation(url: string, id: string | null): string {
  if (id === null || !url.startsWith("/api/v1/files/")) return url;
  return `${url}${url.includes("?") ? "&" : "?"}conversation=${encodeURIComponent(id)}`;
}
