/** What people keep, and how much they may. */
import { usageRoutes } from "../http/routes/usage.ts";
import { definePart } from "../part.ts";

export const usagePart = definePart({ name: "usage", routes: usageRoutes });
