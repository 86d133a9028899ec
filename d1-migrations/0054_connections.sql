CREATE TABLE `connections` (
	`name` text NOT NULL,
	`account` text NOT NULL,
	`sealed` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`name`, `account`)
);
--> statement-breakpoint
ALTER TABLE `channel_accounts` ADD `last_sender` text;