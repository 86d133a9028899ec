/** Context: the place in which something is drawn. Its stored files are requested as files of that place. */
import { getContext, setContext } from "svelte";

const PLACE = Symbol("place");

/** The address at which a stored file is requested. */
type Placed = (url: string) => string;
const FILES = "/api/v1/files/";

/**
 * Call it in the page; it holds for everything drawn inside. `id` returns null while the conversation does not exist
 * yet.
 */
export function drawnIn(id: () => string | null): void {
  drawnAt((url) => withConversation(url, id()));
}

/** Like `drawnIn`, for places that have addresses of their own for files. */
export function drawnAt(placed: Placed): void {
  setContext(PLACE, placed);
}

/**
 * Adds the conversation to the address of a stored file: everybody who may read the conversation may see it, whoever
 * owns it.
 */
export function placedFile(): Placed {
  return getContext<Placed | undefined>(PLACE) ?? ((url) => url);
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
