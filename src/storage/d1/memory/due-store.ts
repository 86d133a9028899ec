/** Commitments that come due, of all owners. */
import { and, asc, eq, gte, isNull, lte, ne, or } from "drizzle-orm";
import type { Due, LookDeps } from "../../../commitments/ask.ts";
import type { Commitment } from "../../../memory/ports/model.ts";
import type { Database } from "../database.ts";
import { commitments } from "../schema/memory/memory.ts";
import { commitmentOf } from "./commitment-store.ts";

const { status, trust, due_at, asked_for } = commitments;

export class D1DueStore implements Pick<LookDeps, "dueUnasked" | "noteDelivered"> {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async dueUnasked(
    { from, until }: { from: number; until: number },
    limit: number,
  ): Promise<(Commitment & Due)[]> {
    const isOpen = and(eq(status, "open"), eq(trust, "trusted"), gte(due_at, from), lte(due_at, until));
    const rows = await this.db
      .select()
      .from(commitments)
      .where(and(isOpen, or(isNull(asked_for), ne(asked_for, due_at))))
      .orderBy(asc(due_at))
      .limit(limit);
    return rows.flatMap((row) => (row.due_at === null ? [] : [{ ...commitmentOf(row), due_at: row.due_at }]));
  }

  async noteDelivered(asked: readonly Due[]): Promise<void> {
    for (const { id, due_at: at } of asked)
      await this.db.update(commitments).set({ asked_for: at }).where(isOf(id, at));
  }
}

/** A commitment that was moved meanwhile is asked about for its new date. */
function isOf(id: string, due_at: number) {
  return and(eq(commitments.id, id), eq(commitments.due_at, due_at));
}
