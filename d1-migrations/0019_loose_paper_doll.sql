CREATE TABLE `conversation_reads` (
	`person_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`read_seq` integer NOT NULL,
	PRIMARY KEY(`person_id`, `conversation_id`)
);
--> statement-breakpoint
CREATE TABLE `inbox_marks` (
	`person_id` text PRIMARY KEY NOT NULL,
	`cleared_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `conversations` ADD `said_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `attention` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `conversations_with_attention` ON `conversations` (`owner`) WHERE "conversations"."attention" <> '';