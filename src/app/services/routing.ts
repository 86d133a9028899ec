/** Routing of messages. */

import type { FrontDoor } from "../../routing/front-door.ts";
import type { Keywords } from "../../routing/keywords.ts";
import type { InboundLookups } from "../../routing/resolve-input.ts";
import type { ThreadCache } from "../../storage/d1/index/thread-cache.ts";
import type { ThreadStore } from "../../storage/d1/index/threads.ts";
import { group } from "./group.ts";

export interface RoutingServices {
  /** Conversations that the places of channels lead to. The front door reads them through `threadCache`. */
  threads: ThreadStore;
  threadCache: ThreadCache;
  /** Keywords of all agents. */
  keywords(): Keywords | Promise<Keywords>;
  frontDoor: FrontDoor;
  /** Look-ups of everything that an input can name. */
  lookups: InboundLookups;
}

export const ROUTING = group<RoutingServices>()("threads", "threadCache", "keywords", "frontDoor", "lookups");
