/** The book of visits: what their conversations tell of them. */
import { sql } from "drizzle-orm";
import { isClosed } from "../../../domain/visit.ts";
import type { VisitBook, VisitRecord } from "../../../rooms/ports.ts";
import type { Database } from "../database.ts";
import { roomCares, visits } from "../schema/rooms.ts";

export class VisitStore implements VisitBook {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async record(visit: VisitRecord): Promise<void> {
    await this.db.batch([this.entered(visit), ...this.cared(visit)]);
  }

  /** What is closed stays so, and no visit loses messages. */
  private entered({ id, room, owner, kept, crisis: _crisis, ...state }: VisitRecord) {
    const set = { ...state, kept: kept && JSON.stringify(kept) };
    const isNoOlder = sql`${visits.message_count} <= ${state.message_count}`;
    const isOpen = sql`${visits.ended_at} is null`;
    const setWhere = isClosed(state.status) ? isNoOlder : sql`${isOpen} and ${isNoOlder}`;
    return this.db
      .insert(visits)
      .values({ id, room, owner, ...set })
      .onConflictDoUpdate({ target: visits.id, set, setWhere });
  }

  private cared({ room, crisis }: VisitRecord) {
    return Object.entries(crisis).map(([owner, crisis_at]) =>
      this.db
        .insert(roomCares)
        .values({ room, owner, crisis_at })
        .onConflictDoUpdate({
          target: [roomCares.room, roomCares.owner],
          set: { crisis_at },
          setWhere: sql`${roomCares.crisis_at} < ${crisis_at}`,
        }),
    );
  }
}
