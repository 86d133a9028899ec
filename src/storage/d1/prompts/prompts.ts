/** Saved prompts of each person. */
import { and, asc, count, eq } from "drizzle-orm";
import type { Prompt, PromptFields, PromptVerbs } from "../../../prompts/verbs.ts";
import type { Database } from "../database.ts";
import { prompts } from "../schema/prompts.ts";

/** Prompts per person. */
const MOST = 500;

export class D1PromptStore implements PromptVerbs {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** Sorted by name. */
  list(owner: string): Promise<Prompt[]> {
    return this.db.select(COLUMNS).from(prompts).where(eq(prompts.owner, owner)).orderBy(asc(prompts.name));
  }

  async add(owner: string, fields: PromptFields): Promise<Prompt | "taken" | "full"> {
    const now = this.now();
    if ((await this.count(owner)) >= MOST) return "full";
    const row = { ...fields, owner, created_at: now, updated_at: now };
    const [made] = await this.db.insert(prompts).values(row).onConflictDoNothing().returning(COLUMNS);
    return made ?? "taken";
  }

  /** The change may include its name. */
  async change(
    owner: string,
    name: string,
    fields: Partial<PromptFields>,
  ): Promise<Prompt | "taken" | "missing"> {
    if (fields.name !== undefined && fields.name !== name && (await this.has(owner, fields.name)))
      return "taken";
    const [changed] = await this.db
      .update(prompts)
      .set({ ...fields, updated_at: this.now() })
      .where(isCalled(owner, name))
      .returning(COLUMNS);
    return changed ?? "missing";
  }

  /** Returns whether there was one. */
  async remove(owner: string, name: string): Promise<boolean> {
    const gone = await this.db.delete(prompts).where(isCalled(owner, name)).returning({ name: prompts.name });
    return gone.length > 0;
  }

  private async has(owner: string, name: string): Promise<boolean> {
    const found = await this.db.select({ name: prompts.name }).from(prompts).where(isCalled(owner, name));
    return found.length > 0;
  }

  private async count(owner: string): Promise<number> {
    const [row] = await this.db.select({ kept: count() }).from(prompts).where(eq(prompts.owner, owner));
    return row?.kept ?? 0;
  }
}

const COLUMNS = {
  name: prompts.name,
  description: prompts.description,
  text: prompts.text,
  created_at: prompts.created_at,
  updated_at: prompts.updated_at,
};

function isCalled(owner: string, name: string) {
  return and(eq(prompts.owner, owner), eq(prompts.name, name));
}
