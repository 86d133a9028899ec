/** Addresses by which somebody comes in: what stands behind their `#` is a secret, and never leaves the browser. */
import type { Route } from "../../session/browser/routes.ts";

export type Door = "sign-in" | "join" | "reset";

/** null: the address is one of the app's own. */
export function doorOf(route: Route): Door | null {
  if (route.page !== "named") return null;
  return route.name === "join" || route.name === "reset" ? route.name : null;
}
