-- The full-text index over chunks. It keeps no text of its own and follows its table by triggers,
-- so that whoever deletes a chunk deletes it from search too.
CREATE VIRTUAL TABLE chunks_fts USING fts5(
  body,
  terms,
  places,
  content = '',
  contentless_delete = 1,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
--> statement-breakpoint
-- In how many chunks a word occurs.
CREATE VIRTUAL TABLE chunks_vocabulary USING fts5vocab(chunks_fts, 'row');
--> statement-breakpoint
CREATE TRIGGER chunks_inserted AFTER INSERT ON chunks BEGIN
  INSERT INTO chunks_fts (rowid, body, terms, places)
  VALUES (new.id, new.speaker || ' ' || new.text, new.terms, new.places);
END;
--> statement-breakpoint
CREATE TRIGGER chunks_updated AFTER UPDATE OF speaker, text, terms, places ON chunks BEGIN
  DELETE FROM chunks_fts WHERE rowid = old.id;
  DELETE FROM chunk_vectors WHERE chunk_id = old.id;
  INSERT INTO chunks_fts (rowid, body, terms, places)
  VALUES (new.id, new.speaker || ' ' || new.text, new.terms, new.places);
END;
--> statement-breakpoint
CREATE TRIGGER chunks_deleted AFTER DELETE ON chunks BEGIN
  DELETE FROM chunks_fts WHERE rowid = old.id;
  DELETE FROM chunk_vectors WHERE chunk_id = old.id;
END;
