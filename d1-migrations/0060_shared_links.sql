CREATE TABLE `instance_choices` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `shared_links` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`owner` text NOT NULL,
	`conversation_id` text NOT NULL,
	`message_id` text,
	`title` text NOT NULL,
	`include_tools` integer NOT NULL,
	`include_files` integer NOT NULL,
	`include_names` integer NOT NULL,
	`messages` integer NOT NULL,
	`files` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shared_links_by_token` ON `shared_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `shared_links_by_owner` ON `shared_links` (`owner`,`created_at`);--> statement-breakpoint
CREATE INDEX `shared_links_by_conversation` ON `shared_links` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `shared_links_by_end` ON `shared_links` (`expires_at`);