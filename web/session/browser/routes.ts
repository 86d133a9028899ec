/** Addresses of the app. */

/** Only parses the address; `frame/pages.ts` knows the pages. */
export type Route =
  | { page: "chat"; id: string | null }
  /** `item` is an agent, a schedule or another thing of the page's own; null: the page itself. */
  | { page: "named"; name: string; item: string | null }
  | { page: "room"; slug: string }
  | { page: "missing" };

export function routeOf(pathname: string): Route {
  const [first = "", second, ...more] = pathname.split("/").filter((part) => part !== "");
  if (first === "rooms" && second !== undefined) return roomAt(second, more);
  if (more.length > 0) return { page: "missing" };
  if (first === "c" && second !== undefined) return conversationAt(second);
  if (first === "" || first === "signin") return { page: "chat", id: null };
  return { page: "named", name: first, item: second ?? null };
}

function conversationAt(segment: string): Route {
  try {
    return { page: "chat", id: decodeURIComponent(segment) };
  } catch {
    // A truncated or mistyped address.
    return { page: "missing" };
  }
}

/** Slugs of rooms are plain, so any other text is no room's. `/rooms/bar` is the room, `/rooms/bar/edit` its settings. */
function roomAt(slug: string, [what, ...more]: string[]): Route {
  if (!/^[a-z0-9-]+$/.test(slug) || more.length > 0) return { page: "missing" };
  if (what === undefined) return { page: "room", slug };
  return what === "edit" ? { page: "named", name: "rooms", item: slug } : { page: "missing" };
}

export function roomPath(slug: string): string {
  return `/rooms/${slug}`;
}

export function roomSettingsPath(slug: string): string {
  return `/rooms/${slug}/edit`;
}

/** Address of a thing on a page of its own kind: `/agents/tutor`, `/schedules/sch_1`. */
export function itemPath(page: string, item: string): string {
  return `/${page}/${encodeURIComponent(item)}`;
}

export function chatPath(id: string | null): string {
  return id === null ? "/" : `/c/${encodeURIComponent(id)}`;
}

/** A message to go to, and the searched words in it. */
export interface Place {
  message: string;
  words: string;
}

/** The part after the `#` of a conversation's address. */
export function placeOf(hash: string): Place | null {
  const [message = "", words = ""] = hash.replace(/^#/, "").split(":");
  if (!/^\w+$/.test(message)) return null;
  try {
    return { message, words: decodeURIComponent(words) };
  } catch {
    return { message, words: "" };
  }
}

export function messagePath(id: string, { message, words }: Place): string {
  return `${chatPath(id)}#${message}${words === "" ? "" : `:${encodeURIComponent(words)}`}`;
}
