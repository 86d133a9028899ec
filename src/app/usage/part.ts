/** Stored amounts of people, and their quotas, as a part of the Worker. */

import { definePart } from "../part.ts";
import { usageRoutes } from "./routes.ts";

export const usagePart = definePart({ name: "usage", routes: usageRoutes });
