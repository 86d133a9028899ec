/** What people keep, and how much they may. */

import { definePart } from "../part.ts";
import { usageRoutes } from "./routes.ts";

export const usagePart = definePart({ name: "usage", routes: usageRoutes });
