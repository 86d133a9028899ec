/** Where a message leads. */

import type { InboundLookups } from "../../routing/check.ts";
import type { FrontDoor } from "../../routing/front-door.ts";
import type { Keywords } from "../../routing/keywords.ts";
import type { ThreadCache } from "../../storage/d1/index/thread-cache.ts";
import type { ThreadStore } from "../../storage/d1/index/threads.ts";
import { group } from "./group.ts";

export interface RoutingServices {
  /** Where the places of channels lead; what the front door reads of them, from memory. */
  threads: ThreadStore;
  threadCache: ThreadCache;
  /** Of all agents. */
  keywords(): Keywords | Promise<Keywords>;
  frontDoor: FrontDoor;
  /** What inputs name. */
  lookups: InboundLookups;
}

export const ROUTING = group<RoutingServices>()("threads", "threadCache", "keywords", "frontDoor", "lookups");
