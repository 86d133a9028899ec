CREATE TABLE `builds` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`conversation_id` text NOT NULL,
	`call_id` text NOT NULL,
	`child_id` text,
	`status` text DEFAULT 'building' NOT NULL,
	`progress` text DEFAULT '' NOT NULL,
	`allowed` text DEFAULT '[]' NOT NULL,
	`files` text DEFAULT '{}' NOT NULL,
	`version` integer,
	`error` text,
	`steps` integer DEFAULT 0 NOT NULL,
	`cost_usd` real DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `builds_by_owner` ON `builds` (`owner`,`created_at`);--> statement-breakpoint
CREATE INDEX `builds_by_call` ON `builds` (`conversation_id`,`call_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `builds_running` ON `builds` (`owner`,`name`) WHERE status = 'building';