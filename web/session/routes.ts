/** Addresses of the app. */

export type Route =
  | { page: "chat"; id: string | null }
  | { page: "live" }
  | { page: "jobs" }
  | { page: "costs" }
  | { page: "memory" }
  | { page: "files" }
  | { page: "tools" }
  | { page: "settings" }
  | { page: "missing" };

export function routeOf(pathname: string): Route {
  const [first = "", second, ...more] = pathname.split("/").filter((part) => part !== "");
  if (more.length > 0) return { page: "missing" };
  if (first === "c" && second !== undefined) return conversationAt(second);
  if (second !== undefined) return { page: "missing" };
  switch (first) {
    case "":
    case "signin":
      return { page: "chat", id: null };
    case "live":
    case "jobs":
    case "costs":
    case "memory":
    case "files":
    case "tools":
    case "settings":
      return { page: first };
    default:
      return { page: "missing" };
  }
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
