/** Context: the conversation in which something is drawn. Its files are requested as files of that conversation. */
import { getContext, setContext } from "svelte";

const PLACE = Symbol("conversation");
const FILES = "/api/v1/files/";

/**
 * Call it in the page; it holds for everything drawn inside. `id` returns null while the conversation does not exist
 * yet.
 */
export function drawnIn(id: () => string | null): void {
  setContext(PLACE, id);
}

/**
 * Adds the conversation to the address of a stored file: everybody who may read the conversation may see it, whoever
 * owns it.
 */
export function placedFile(): (url: string) => string {
  const id = getContext<(() => string | null) | undefined>(PLACE);
  return (url) => withConversation(url, id?.() ?? null);
}

/**
 * Replaces a conversation that the address already names: anybody may have written that, and only this one is where it
 * is drawn.
 */
export function withConversation(url: string, id: string | null): string {
  if (id === null || !url.startsWith(FILES)) return url;
  const [path = "", query] = url.split(/[?#]/, 2);
  const asked = new URLSearchParams(url.includes("?") ? query : "");
  asked.set("conversation", id);
  return `${path}?${asked}`;
}
