/** Signing out: apart from signing in, which a page that is open does not need. */
import { call, type Result } from "../http.ts";

export function signOut(): Promise<Result<unknown>> {
  return call("DELETE", "/auth/session");
}
