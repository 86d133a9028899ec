/** The rows of gardens in D1. */
import { asc, eq } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type Database, openDatabase } from "../../../src/storage/d1/database.ts";
import type { Garden, Plant, PlantId } from "./garden.ts";

export const plants = sqliteTable(
  "garden_plants",
  {
    id: text().$type<PlantId>().primaryKey(),
    owner: text().notNull(),
    name: text().notNull(),
    planted_at: integer().notNull(),
  },
  (table) => [uniqueIndex("garden_plants_by_name").on(table.owner, table.name)],
);

/** The migration, as drizzle-kit writes it. */
export const GARDEN_MIGRATION = [
  "CREATE TABLE `garden_plants` (`id` text PRIMARY KEY NOT NULL, `owner` text NOT NULL, `name` text NOT NULL, `planted_at` integer NOT NULL)",
  "CREATE UNIQUE INDEX `garden_plants_by_name` ON `garden_plants` (`owner`,`name`)",
];

export class D1Garden implements Garden {
  private readonly db: Database;

  constructor(binding: D1Database) {
    this.db = openDatabase(binding);
  }

  plants(owner: string): Promise<Plant[]> {
    const { id, name, planted_at } = plants;
    return this.db
      .select({ id, name, planted_at })
      .from(plants)
      .where(eq(plants.owner, owner))
      .orderBy(asc(id));
  }

  async plant(owner: string, plant: Plant): Promise<void> {
    await this.db
      .insert(plants)
      .values({ ...plant, owner })
      .onConflictDoNothing();
  }
}
