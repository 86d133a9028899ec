/**
 * Condition on persons who may act: not disabled, and for a client, its keeper is neither disabled nor gone.
 */
import { and, isNull, type SQL, sql } from "drizzle-orm";
import { clients } from "../schema/clients.ts";
import { persons } from "../schema/people.ts";

export function activePersonCondition(): SQL | undefined {
  const keeper = sql`select 1 from ${clients} left join ${persons} as keepers on keepers.id = ${clients.owner}
    where ${clients.id} = ${persons.id} and (keepers.id is null or keepers.disabled_at is not null)`;
  return and(isNull(persons.disabled_at), sql`not exists (${keeper})`);
}
