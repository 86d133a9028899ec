/** Addresses of the app. */

/** Only parses the address; `frame/pages.ts` knows the pages. */
export type Route =
  | { page: "chat"; id: string | null }
  | { page: "named"; name: string }
  | { page: "room"; slug: string }
  | { page: "missing" };

export function routeOf(pathname: string): Route {
  const [first = "", second, ...more] = pathname.split("/").filter((part) => part !== "");
  if (more.length > 0) return { page: "missing" };
  if (first === "c" && second !== undefined) return conversationAt(second);
  if (first === "rooms" && second !== undefined) return roomAt(second);
  if (second !== undefined) return { page: "missing" };
  if (first === "" || first === "signin") return { page: "chat", id: null };
  return { page: "named", name: first };
}

function conversationAt(segment: string): Route {
  try {
    return { page: "chat", id: decodeURIComponent(segment) };
  } catch {
    // A truncated or mistyped address.
    return { page: "missing" };
  }
}

/** Slugs of rooms are plain, so any other text is no room's. */
function roomAt(slug: string): Route {
  return /^[a-z0-9-]+$/.test(slug) ? { page: "room", slug } : { page: "missing" };
}

export function roomPath(slug: string): string {
  return `/rooms/${slug}`;
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
