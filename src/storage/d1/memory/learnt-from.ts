/** Items learnt from one message, of every kind, by their ids. */
import type { LearntFrom } from "../../../memory/ports/stores.ts";

/** D1 joins five parts at most, so two of them are joined before. An episode covers a stretch of its conversation: it counts if the message lies within. */
const LEARNT = `
  SELECT id FROM memories WHERE owner = ?1 AND conversation_id = ?2 AND message_id = ?3
  UNION ALL SELECT id FROM facts WHERE owner = ?1 AND conversation_id = ?2 AND message_id = ?3
  UNION ALL SELECT id FROM (
    SELECT id FROM commitments WHERE owner = ?1 AND conversation_id = ?2 AND message_id = ?3
    UNION ALL SELECT id FROM wishes WHERE owner = ?1 AND conversation_id = ?2 AND message_id = ?3)
  UNION ALL SELECT id FROM memory_edges WHERE owner = ?1 AND source_id LIKE 'entity:%'
    AND conversation_id = ?2 AND message_id = ?3
  UNION ALL SELECT id FROM episodes WHERE owner = ?1 AND conversation_id = ?2 AND (message_id = ?3 OR EXISTS (
    SELECT 1 FROM chunks c WHERE c.owner = ?1 AND c.source = ?2 AND c.key = ?3
      AND c.ordinal BETWEEN episodes.first_ordinal AND episodes.last_ordinal))`;

export function createLearntFrom(db: D1Database): LearntFrom {
  return async (owner, { conversation_id, message_id }) => {
    const { results } = await db
      .prepare(LEARNT)
      .bind(owner, conversation_id, message_id)
      .all<{ id: string }>();
    return results.map(({ id }) => id);
  };
}
