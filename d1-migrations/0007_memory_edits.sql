DROP INDEX `chunks_by_key`;--> statement-breakpoint
CREATE UNIQUE INDEX `chunks_by_key` ON `chunks` (`owner`,`key`,`source`);--> statement-breakpoint
ALTER TABLE `memory_partitions` ADD `edits` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER chunks_edited AFTER UPDATE ON chunks BEGIN
  UPDATE memory_partitions SET edits = edits + 1 WHERE id = old.id >> 32;
END;
--> statement-breakpoint
CREATE TRIGGER chunks_gone AFTER DELETE ON chunks BEGIN
  UPDATE memory_partitions SET edits = edits + 1 WHERE id = old.id >> 32;
END;
