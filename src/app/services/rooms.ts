/** Rooms, and visits to them. */

import type { Room } from "../../domain/room.ts";
import type { SwrCache } from "../../platform/swr-cache.ts";
import type { RoomStore, RoomVersions } from "../../storage/d1/rooms/rooms.ts";
import type { D1VisitStore } from "../../storage/d1/rooms/visits.ts";
import { group } from "./group.ts";

export interface RoomServices {
  rooms: RoomStore;
  /** Earlier versions of rooms. */
  roomVersions: RoomVersions;
  /** Cache of rooms by slug; undefined if there is none. */
  roomCache: SwrCache<Room | undefined>;
  /** Records of visits, apart from their conversations. */
  visits: D1VisitStore;
}

export const ROOMS = group<RoomServices>()("rooms", "roomVersions", "roomCache", "visits");
