/** Replay sets and their turns in D1. */
import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import type { ConversationId, TurnId } from "../../../domain/ids.ts";
import {
  type Expectation,
  MOST_SETS,
  MOST_TURNS,
  type ReplaySet,
  type ReplaySetId,
  type SetTurn,
  type SetTurnId,
} from "../../../replays/set.ts";
import type { Database } from "../database.ts";
import {
  replayResults,
  replayRuns,
  replaySets as sets,
  replaySetTurns as turns,
} from "../schema/replays/replays.ts";

const LISTED = {
  ...{ id: turns.id, set_id: turns.set_id, owner: turns.owner, conversation_id: turns.conversation_id },
  ...{ turn_id: turns.turn_id, question: turns.question, original: turns.original },
  ...{ expectation: turns.expectation, added_at: turns.added_at },
  is_kept: sql<number>`${turns.kept} IS NOT NULL`.as("is_kept"),
};

export class D1ReplaySets {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** By name, each with the number of its turns. */
  list(owner: string): Promise<(ReplaySet & { turns: number })[]> {
    const { id, name, created_at } = sets;
    const columns = { id: sql<ReplaySetId>`${id}`.as("id"), owner: sets.owner, name, created_at };
    return this.db
      .select({ ...columns, turns: count(turns.id) })
      .from(sets)
      .leftJoin(turns, eq(turns.set_id, id))
      .where(eq(sets.owner, owner))
      .groupBy(id)
      .orderBy(asc(name));
  }

  async get(owner: string, id: string): Promise<(ReplaySet & { turns: number }) | undefined> {
    return (await this.list(owner)).find((set) => set.id === id);
  }

  async add(set: ReplaySet): Promise<"full" | undefined> {
    if ((await this.list(set.owner)).length >= MOST_SETS) return "full";
    await this.db.insert(sets).values(set);
    return undefined;
  }

  async rename(id: string, name: string): Promise<void> {
    await this.db.update(sets).set({ name }).where(eq(sets.id, id));
  }

  /** Removes its turns, runs and results too. */
  async remove(id: string): Promise<void> {
    const runs = this.db.select({ id: replayRuns.id }).from(replayRuns).where(eq(replayRuns.set_id, id));
    await this.db.batch([
      this.db.delete(replayResults).where(inArray(replayResults.run_id, runs)),
      this.db.delete(replayRuns).where(eq(replayRuns.set_id, id)),
      this.db.delete(turns).where(eq(turns.set_id, id)),
      this.db.delete(sets).where(eq(sets.id, id)),
    ]);
  }

  /** In the order in which they were added. */
  async turns(set_id: string): Promise<SetTurn[]> {
    const rows = this.db.select(LISTED).from(turns).where(eq(turns.set_id, set_id));
    return (await rows.orderBy(asc(turns.id))).map(turnOf);
  }

  async turn(owner: string, id: string): Promise<SetTurn | undefined> {
    const isTheirs = and(eq(turns.id, id), eq(turns.owner, owner));
    const [row] = await this.db.select(LISTED).from(turns).where(isTheirs);
    return row && turnOf(row);
  }

  /** JSON of the copy that the set keeps of the turn; null: there is none. */
  async keptOf(id: string): Promise<string | null> {
    const [row] = await this.db.select({ kept: turns.kept }).from(turns).where(eq(turns.id, id));
    return row?.kept ?? null;
  }

  async addTurn(turn: SetTurn, kept: string | null): Promise<"full" | "there" | undefined> {
    const known = await this.turns(turn.set_id);
    if (known.some(({ turn_id }) => turn_id === turn.turn_id)) return "there";
    if (known.length >= MOST_TURNS) return "full";
    const { original, expectation, is_kept: _is_kept, ...row } = turn;
    const json = { original: JSON.stringify(original), expectation: JSON.stringify(expectation) };
    await this.db.insert(turns).values({ ...row, ...json, cost_usd: original.cost_usd, kept });
    return undefined;
  }

  async expect(id: string, expectation: Expectation): Promise<void> {
    await this.db
      .update(turns)
      .set({ expectation: JSON.stringify(expectation) })
      .where(eq(turns.id, id));
  }

  /** Removes its results too. */
  async removeTurn(id: string): Promise<void> {
    await this.db.batch([
      this.db.delete(replayResults).where(eq(replayResults.set_turn_id, id)),
      this.db.delete(turns).where(eq(turns.id, id)),
    ]);
  }
}

type Row = Omit<typeof turns.$inferSelect, "kept" | "cost_usd"> & { is_kept: number };

function turnOf({ original, expectation, is_kept, ...row }: Row): SetTurn {
  return {
    ...row,
    id: row.id as SetTurnId,
    set_id: row.set_id as ReplaySetId,
    conversation_id: row.conversation_id as ConversationId,
    turn_id: row.turn_id as TurnId,
    original: JSON.parse(original) as SetTurn["original"],
    expectation: JSON.parse(expectation) as Expectation,
    is_kept: is_kept === 1,
  };
}
