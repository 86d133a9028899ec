/** Rows of grants, and grants of rows. */
import type { Grant } from "../../../domain/grants/grant.ts";
import { trustId } from "../../../domain/ids.ts";
import type { grants } from "../schema/grants.ts";

type Row = typeof grants.$inferSelect;

export function grantOf(row: Row): Grant {
  const {
    id,
    conversation_id,
    turn_id,
    owner: _owner,
    last_used_at: _used,
    ended_at: _ended,
    ...terms
  } = row;
  return {
    ...terms,
    id: trustId<"gnt">(id),
    conversation_id: conversation_id === null ? null : trustId<"cnv">(conversation_id),
    turn_id: turn_id === null ? null : trustId<"trn">(turn_id),
  };
}

export function valuesOf(grant: Grant): Omit<Row, "owner" | "last_used_at" | "ended_at"> {
  return { ...grant };
}
