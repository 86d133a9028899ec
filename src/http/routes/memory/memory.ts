/** All routes of long-term memory. */
import type { Route } from "../../api.ts";
import { memoryEventRoutes } from "./events.ts";
import { memoryFactRoutes } from "./facts.ts";
import { memoryItemRoutes } from "./items.ts";
import { memorySearchRoutes } from "./search.ts";
import { memoryWholeRoutes } from "./whole.ts";

export const memoryRoutes: Route[] = [
  ...memorySearchRoutes,
  ...memoryItemRoutes,
  ...memoryFactRoutes,
  ...memoryEventRoutes,
  ...memoryWholeRoutes,
];
