/** All routes of long-term memory. */
import type { Route } from "../api.ts";
import { memoryEventRoutes } from "./memory-events.ts";
import { memoryFactRoutes } from "./memory-facts.ts";
import { memoryItemRoutes } from "./memory-items.ts";
import { memorySearchRoutes } from "./memory-search.ts";
import { memoryWholeRoutes } from "./memory-whole.ts";

export const memoryRoutes: Route[] = [
  ...memorySearchRoutes,
  ...memoryItemRoutes,
  ...memoryFactRoutes,
  ...memoryEventRoutes,
  ...memoryWholeRoutes,
];
