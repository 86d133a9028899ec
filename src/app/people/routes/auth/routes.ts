/** Signing in: passwords, links, sessions, keys, and the caller's own identity. */
import type { Route } from "../../../http/api.ts";
import { joinRoutes } from "./join.ts";
import { keyRoutes } from "./keys.ts";
import { linkRoutes } from "./links.ts";
import { passwordRoutes } from "./password.ts";
import { proxyRoutes } from "./proxy.ts";
import { sessionRoutes } from "./sessions.ts";
import { signInRoutes } from "./sign-in.ts";

export const authRoutes: Route[] = [
  ...signInRoutes,
  ...joinRoutes,
  ...linkRoutes,
  ...sessionRoutes,
  ...passwordRoutes,
  ...keyRoutes,
  ...proxyRoutes,
];
