/** Choices of an admin for the whole instance, as JSON by their names. */
import { inArray } from "drizzle-orm";
import type { Database } from "../database.ts";
import { instanceChoices } from "../schema/shared-links.ts";

/** Each with the part of the instance that it is about. */
type ChoiceName = "sharing_by_link" | "instance_name" | "instance_logo";

export class InstanceChoices {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** The choices that were made, by their names. */
  async read(...names: ChoiceName[]): Promise<ReadonlyMap<string, unknown>> {
    const { name, value } = instanceChoices;
    const query = this.db.select({ name, value }).from(instanceChoices).where(inArray(name, names));
    return new Map((await query).map((row) => [row.name, row.value]));
  }

  async write(name: ChoiceName, value: string | boolean): Promise<void> {
    const set = { value, updated_at: this.now() };
    await this.db
      .insert(instanceChoices)
      .values({ name, ...set })
      .onConflictDoUpdate({ target: instanceChoices.name, set });
  }
}
