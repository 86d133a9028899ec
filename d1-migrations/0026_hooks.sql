CREATE TABLE `hook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`hook_id` text NOT NULL,
	`owner` text NOT NULL,
	`key` text,
	`digest` text,
	`sender_id` text,
	`status` text NOT NULL,
	`reason` text,
	`origin` text NOT NULL,
	`size` integer NOT NULL,
	`payload` text,
	`excerpt` text NOT NULL,
	`conversation_id` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `hook_deliveries_of` ON `hook_deliveries` (`hook_id`,`id`);--> statement-breakpoint
CREATE INDEX `hook_deliveries_by_owner` ON `hook_deliveries` (`owner`);--> statement-breakpoint
CREATE UNIQUE INDEX `hook_deliveries_key` ON `hook_deliveries` (`hook_id`,`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `hook_deliveries_digest` ON `hook_deliveries` (`hook_id`,`digest`);--> statement-breakpoint
CREATE TABLE `hooks` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`verification` text NOT NULL,
	`delivery_id` text,
	`filter` text DEFAULT '[]' NOT NULL,
	`template` text DEFAULT '' NOT NULL,
	`instructions` text DEFAULT '' NOT NULL,
	`agent` text,
	`conversation` text NOT NULL,
	`conversation_id` text,
	`tier` text NOT NULL,
	`rate_per_minute` integer NOT NULL,
	`enabled` integer NOT NULL,
	`sealed` text NOT NULL,
	`hint` text NOT NULL,
	`deliveries` integer DEFAULT 0 NOT NULL,
	`last_at` integer,
	`last_status` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `hooks_by_owner` ON `hooks` (`owner`);