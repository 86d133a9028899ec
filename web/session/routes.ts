/** Addresses of the app. */

/** Which pages there are, `frame/pages.ts` knows: this only reads the address. */
export type Route =
  | { page: "chat"; id: string | null }
  | { page: "named"; name: string }
  | { page: "missing" };

export function routeOf(pathname: string): Route {
  const [first = "", second, ...more] = pathname.split("/").filter((part) => part !== "");
  if (more.length > 0) return { page: "missing" };
  if (first === "c" && second !== undefined) return conversationAt(second);
  if (second !== undefined) return { page: "missing" };
  if (first === "" || first === "signin") return { page: "chat", id: null };
  return { page: "named", name: first };
}

function conversationAt(segment: string): Route {
  try {
    return { page: "chat", id: decodeURIComponent(segment) };
  } catch {
    // An address that was cut or mistyped.
    return { page: "missing" };
  }
}

export function chatPath(id: string | null): string {
  return id === null ? "/" : `/c/${encodeURIComponent(id)}`;
}
