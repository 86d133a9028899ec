/** Addresses of invites and resets: the part after the `#` is a secret, and never leaves the browser. */
import type { Route } from "../../session/browser/routes.ts";

export type Door = "sign-in" | "join" | "reset";

/** null: an ordinary address of the app. */
export function doorOf(route: Route): Door | null {
  if (route.page !== "named") return null;
  return route.name === "join" || route.name === "reset" ? route.name : null;
}
