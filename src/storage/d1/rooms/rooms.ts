/** Rooms in D1, and their versions. The owner stands in a column, by which a person's rooms are found. */
import type { RoomFields } from "../../../rooms/defaults.ts";
import { roomChanges, storedRoomFields } from "../../../rooms/fields.ts";
import { parseRoomFile } from "../../../rooms/room-file.ts";
import type { Database } from "../database.ts";
import { rooms, roomVersions } from "../schema/rooms.ts";
import type { BundledFile, VersionedKind } from "../versioned/kind.ts";
import { VersionLog } from "../versioned/version-log.ts";
import { VersionedStore } from "../versioned/versioned-store.ts";

const ROOMS: VersionedKind<RoomFields> = {
  noun: "a room",
  table: rooms,
  versions: roomVersions,
  besides: { owner: rooms.owner },
  columnsOf: ({ owner, ...fields }) => ({ owner, fields: JSON.stringify(fields) }),
  fieldsOf: ({ owner = null, fields }) => ({ ...storedRoomFields(fields), owner }),
  changes: roomChanges,
  parse: parseRoomFile,
};

export class RoomStore extends VersionedStore<RoomFields> {
  constructor(db: Database, files: readonly BundledFile[], now: () => number) {
    super(ROOMS, { db, files, now });
  }
}

export class RoomVersions extends VersionLog<RoomFields> {
  constructor(db: Database) {
    super(db, ROOMS);
  }
}
