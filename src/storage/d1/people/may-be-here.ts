/** Who may act: nobody who was disabled, and for a client nobody once its keeper was, or has gone. */
import { and, isNull, type SQL, sql } from "drizzle-orm";
import { clients } from "../schema/clients.ts";
import { persons } from "../schema/people.ts";

export function mayBeHere(): SQL | undefined {
  const keeper = sql`select 1 from ${clients} left join ${persons} as keepers on keepers.id = ${clients.owner}
    where ${clients.id} = ${persons.id} and (keepers.id is null or keepers.disabled_at is not null)`;
  return and(isNull(persons.disabled_at), sql`not exists (${keeper})`);
}
