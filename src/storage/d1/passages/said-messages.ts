/** Messages that contain given words, in conversations that a person may read. */
import type { MessageMatch, PhraseSearch } from "../../../memory/ports/index-port.ts";
import { matchOf } from "./said-in.ts";

// Reads the newest matches only: a search for a common word is for a recent message. Messages in
// conversations with members are in a partition of their own, by which members find them. Texts are read only
// for the messages that are shown.
const SAID = `
WITH theirs AS MATERIALIZED (
  SELECT m.conversation_id AS id FROM conversation_members m WHERE m.person_id = ?1),
found AS MATERIALIZED (
  SELECT f.rowid AS id FROM memory_partitions p CROSS JOIN chunks_fts f
  WHERE (p.owner = ?1 OR p.scope IN (SELECT 'conversation:' || id FROM theirs))
    AND f.chunks_fts MATCH ?2
    AND f.rowid BETWEEN p.id * 4294967296 AND p.id * 4294967296 + 4294967295
  ORDER BY f.rowid DESC LIMIT 1000),
page AS MATERIALIZED (
  SELECT c.id, COALESCE(c.said_at, 0) AS at, v.title, v.archived
  FROM found CROSS JOIN chunks c ON c.id = found.id CROSS JOIN conversations v ON v.id = c.source
  WHERE (v.owner = ?1 OR v.id IN (SELECT id FROM theirs))
    AND (?4 IS NULL OR COALESCE(c.said_at, 0) < ?4 OR (COALESCE(c.said_at, 0) = ?4 AND c.id < ?5))
  ORDER BY at DESC, c.id DESC LIMIT (SELECT ?3))
SELECT c.id, c.source, c.key, c.role, c.speaker, c.agent, c.said_at, c.text, page.title, page.archived
FROM page CROSS JOIN chunks c ON c.id = page.id ORDER BY page.at DESC, page.id DESC`;

interface Row {
  id: number;
  source: string;
  key: string;
  role: string;
  speaker: string;
  agent: string;
  said_at: number | null;
  text: string;
  title: string;
  archived: number;
}

export async function messagesSaying(db: D1Database, query: PhraseSearch): Promise<MessageMatch[]> {
  const match = matchOf(query.query);
  if (match === "") return [];
  const { at = null, id = null } = query.after ?? {};
  const statement = db.prepare(SAID).bind(query.person, match, query.limit, at, id);
  return (await statement.all<Row>()).results.map(messageOf);
}

function messageOf({ id, source, key, said_at, archived, ...rest }: Row): MessageMatch {
  return {
    ...rest,
    conversation_id: source,
    message_id: key,
    archived: archived === 1,
    place: { at: said_at ?? 0, id },
  };
}
