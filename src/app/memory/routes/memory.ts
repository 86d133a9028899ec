/** All routes of long-term memory. */
import type { Route } from "../../http/api.ts";
import { consolidateRoutes } from "./consolidate.ts";
import { memoryEventRoutes } from "./events.ts";
import { memoryFactRoutes } from "./facts.ts";
import { memoryForgottenRoutes } from "./forgotten.ts";
import { memoryItemRoutes } from "./items.ts";
import { memoryNameRoutes } from "./names.ts";
import { memoryRelationRoutes } from "./relations.ts";
import { memorySearchRoutes } from "./search.ts";
import { memorySuggestionRoutes } from "./suggestions.ts";
import { memoryWholeRoutes } from "./whole.ts";
import { memoryWishRoutes } from "./wishes.ts";

export const memoryRoutes: Route[] = [
  ...memorySearchRoutes,
  ...consolidateRoutes,
  ...memoryItemRoutes,
  ...memoryFactRoutes,
  ...memoryRelationRoutes,
  ...memoryWishRoutes,
  ...memoryNameRoutes,
  ...memoryEventRoutes,
  ...memoryWholeRoutes,
  ...memoryForgottenRoutes,
  ...memorySuggestionRoutes,
];
