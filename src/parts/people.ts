/** People: signing in. */
import { authRoutes } from "../http/routes/auth.ts";
import { definePart } from "../part.ts";

export const peoplePart = definePart({ name: "people", routes: authRoutes });
