CREATE TABLE `grant_uses` (
	`grant_id` text NOT NULL,
	`call_key` text NOT NULL,
	`owner` text NOT NULL,
	`amount` real DEFAULT 0 NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`grant_id`, `call_key`)
);
--> statement-breakpoint
CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`agent` text NOT NULL,
	`tool` text NOT NULL,
	`to` text,
	`conversation_id` text,
	`turn_id` text,
	`ends_at` integer,
	`max_uses` integer,
	`max_amount` real,
	`after_reading` integer DEFAULT false NOT NULL,
	`given` text NOT NULL,
	`granted_at` integer NOT NULL,
	`last_used_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `grants_by_owner` ON `grants` (`owner`,`tool`);--> statement-breakpoint
INSERT INTO `grants` (`id`, `owner`, `agent`, `tool`, `to`, `after_reading`, `given`, `granted_at`)
SELECT 'gnt_' || lower(hex(randomblob(10))), `owner`, `agent`, `tool`, NULL, 0, 'before', `granted_at` FROM `tool_grants`;--> statement-breakpoint
DROP TABLE `tool_grants`;
