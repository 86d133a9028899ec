ALTER TABLE `memory_edges` ADD `id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `memory_edges` ADD `source_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `memory_edges` ADD `target_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `memory_edges` ADD `origin` text DEFAULT 'extraction' NOT NULL;--> statement-breakpoint
ALTER TABLE `memory_edges` ADD `conversation_id` text;--> statement-breakpoint
ALTER TABLE `memory_edges` ADD `message_id` text;--> statement-breakpoint
ALTER TABLE `memory_edges` ADD `ended_at` integer;--> statement-breakpoint
CREATE INDEX `memory_edges_by_id` ON `memory_edges` (`owner`,`id`);--> statement-breakpoint
UPDATE `memory_edges` SET `id` = 'rel_' || lower(hex(randomblob(10)));--> statement-breakpoint
-- A forgotten edge is restored with an id too.
UPDATE `forgotten` SET `row` = json_insert(`row`, '$.columns[#]', 'id', '$.values[#]', 'rel_' || lower(hex(randomblob(10)))) WHERE `kind` = 'edge';
