/** Rooms, and the book of their visits. */
import { ROOM_FILES } from "../storage/bundled.ts";
import type { Database } from "../storage/d1/database.ts";
import { RoomStore } from "../storage/d1/rooms/rooms.ts";
import { VisitStore } from "../storage/d1/rooms/visits.ts";

export function wireRooms({ db, now }: { db: Database; now(): number }) {
  return { rooms: new RoomStore(db, ROOM_FILES, now), visits: new VisitStore(db) };
}
