CREATE TABLE `channel_access` (
	`channel` text NOT NULL,
	`account` text NOT NULL,
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`rule` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`channel`, `account`, `kind`, `id`)
);
--> statement-breakpoint
CREATE TABLE `channel_accounts` (
	`channel` text NOT NULL,
	`account` text NOT NULL,
	`last_inbound_at` integer,
	`last_error` text,
	`last_error_at` integer,
	PRIMARY KEY(`channel`, `account`)
);
--> statement-breakpoint
CREATE TABLE `link_codes` (
	`person_id` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `link_codes_by_code` ON `link_codes` (`code_hash`);--> statement-breakpoint
CREATE TABLE `pairings` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`account` text NOT NULL,
	`platform_id` text NOT NULL,
	`name` text NOT NULL,
	`thread` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`denied_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pairings_by_sender` ON `pairings` (`channel`,`account`,`platform_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `pairings_by_code` ON `pairings` (`code_hash`);--> statement-breakpoint
ALTER TABLE `channel_threads` ADD `answers_all` integer DEFAULT false NOT NULL;