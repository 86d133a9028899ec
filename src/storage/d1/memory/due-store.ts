/** Commitments that come due, of all owners. */
import { and, asc, eq, gte, isNull, lte, ne, or } from "drizzle-orm";
import type { LookDeps } from "../../../commitments/ask.ts";
import type { Database } from "../database.ts";
import { commitments } from "../schema/memory/memory.ts";
import { commitmentOf } from "./commitment-store.ts";

export function createDueStore(db: Database): Pick<LookDeps, "unasked" | "noteAsked"> {
  const { status, trust, due_at, asked_for } = commitments;
  return {
    async unasked({ from, until }, limit) {
      const isOpen = and(eq(status, "open"), eq(trust, "trusted"), gte(due_at, from), lte(due_at, until));
      const rows = await db
        .select()
        .from(commitments)
        .where(and(isOpen, or(isNull(asked_for), ne(asked_for, due_at))))
        .orderBy(asc(due_at))
        .limit(limit);
      return rows.flatMap((row) =>
        row.due_at === null ? [] : [{ ...commitmentOf(row), due_at: row.due_at }],
      );
    },
    async noteAsked(asked) {
      for (const { id, due_at: at } of asked)
        await db.update(commitments).set({ asked_for: at }).where(isOf(id, at));
    },
  };
}

/** A commitment that was moved meanwhile is asked about for its new date. */
function isOf(id: string, due_at: number) {
  return and(eq(commitments.id, id), eq(commitments.due_at, due_at));
}
