/**
 * SQL for the best passages by the sum of their words' weights, within an owner's partitions of the full-text
 * index. Needs a table `words (match, weight)`, and the owner, the scopes (JSON, or NULL for all) and the
 * limit as ?1, ?2 and ?4.
 */
export const MATCHED = `SELECT f.rowid AS id, SUM(w.weight) AS score
  FROM memory_partitions p CROSS JOIN words w CROSS JOIN chunks_fts f
  WHERE p.owner = ?1 AND (?2 IS NULL OR p.scope IN (SELECT value FROM json_each(?2)))
    AND f.chunks_fts MATCH w.match
    AND f.rowid BETWEEN p.id * 4294967296 AND p.id * 4294967296 + 4294967295
  GROUP BY f.rowid ORDER BY score DESC, f.rowid DESC LIMIT (SELECT ?4)`;
