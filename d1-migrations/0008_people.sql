CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`last_four` text NOT NULL,
	`scopes` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_by_hash` ON `api_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_by_person` ON `api_keys` (`person_id`);--> statement-breakpoint
CREATE TABLE `credentials` (
	`person_id` text PRIMARY KEY NOT NULL,
	`password_hash` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `identities` (
	`channel` text NOT NULL,
	`account` text DEFAULT '' NOT NULL,
	`platform_id` text NOT NULL,
	`person_id` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`channel`, `account`, `platform_id`)
);
--> statement-breakpoint
CREATE INDEX `identities_by_person` ON `identities` (`person_id`);--> statement-breakpoint
CREATE TABLE `invite_redemptions` (
	`invite_id` text NOT NULL,
	`person_id` text NOT NULL,
	`redeemed_at` integer NOT NULL,
	PRIMARY KEY(`invite_id`, `person_id`)
);
--> statement-breakpoint
CREATE INDEX `invite_redemptions_by_person` ON `invite_redemptions` (`person_id`);--> statement-breakpoint
CREATE TABLE `invites` (
	`id` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`code_hint` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`max_uses` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`disabled_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invites_by_code` ON `invites` (`code_hash`);--> statement-breakpoint
CREATE TABLE `persons` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`disabled_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `persons_by_username` ON `persons` (lower("username"));--> statement-breakpoint
CREATE INDEX `persons_by_role` ON `persons` (`role`);--> statement-breakpoint
CREATE TABLE `preferences` (
	`person_id` text PRIMARY KEY NOT NULL,
	`time_zone` text,
	`language` text,
	`voice_replies` integer,
	`default_agent` text,
	`default_model` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `kind` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_seen_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_by_id` ON `sessions` (`id`);--> statement-breakpoint
ALTER TABLE `signin_links` ADD `purpose` text DEFAULT 'signin' NOT NULL;--> statement-breakpoint
UPDATE `sessions` SET `id` = 'ses_' || lower(hex(randomblob(10))) WHERE `id` IS NULL;--> statement-breakpoint
INSERT OR IGNORE INTO `persons` (`id`, `name`, `role`, `created_at`, `updated_at`) VALUES ('admin', 'Admin', 'admin', unixepoch() * 1000, unixepoch() * 1000);
