/** Rooms, and visits to them. */

import type { Room } from "../../domain/room.ts";
import type { SwrCache } from "../../platform/swr-cache.ts";
import type { RoomVersions } from "../../storage/d1/rooms/room-versions.ts";
import type { RoomStore } from "../../storage/d1/rooms/rooms.ts";
import type { VisitStore } from "../../storage/d1/rooms/visits.ts";
import { group } from "./group.ts";

export interface RoomServices {
  rooms: RoomStore;
  /** What rooms were. */
  roomVersions: RoomVersions;
  /** By their slugs, from memory; undefined: there is none. */
  roomCache: SwrCache<Room | undefined>;
  /** What is known of visits to rooms beside their conversations. */
  visits: VisitStore;
}

export const ROOMS = group<RoomServices>()("rooms", "roomVersions", "roomCache", "visits");
