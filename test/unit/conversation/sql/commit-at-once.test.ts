/** What a commit does is done when it ends: a body that returns a promise is refused. The compiler is the test. */
import { expect, it } from "vitest";
import type { Store } from "../../../../durable-objects/conversation/rows/store.ts";
import type { Sql } from "../../../../durable-objects/sql/sql.ts";
import { NodeSql } from "../../../support/node-sql.ts";

const later = async () => 1;

it("a transaction takes no promise", () => {
  const sql: Sql = new NodeSql();
  expect(sql.transaction(() => 1)).toBe(1);
  // @ts-expect-error What follows the first await would run outside of the transaction.
  const unlawful = () => sql.transaction(later);
  // @ts-expect-error Nor may it be one of several outcomes.
  const mixed = (ready: boolean) => sql.transaction(() => (ready ? 1 : later()));
  expect([unlawful, mixed]).toHaveLength(2);
});

it("a commit takes no promise", () => {
  const lawful = (store: Store) => store.commit(0, () => ["an event"]);
  // @ts-expect-error The events of the rest would go with another commit, or with none.
  const unlawful = (store: Store) => store.commit(0, later);
  expect([lawful, unlawful]).toHaveLength(2);
});
