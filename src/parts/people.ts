/** People: who they say they are, and signing in. */
import { adminBearer, session } from "../http/authenticate.ts";
import { authRoutes } from "../http/routes/auth.ts";
import { definePart } from "../part.ts";

export const peoplePart = definePart({
  name: "people",
  routes: authRoutes,
  authenticators: [adminBearer, session],
});
