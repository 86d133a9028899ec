CREATE TABLE `account_states` (
	`account_id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`cooling_until` integer,
	`disabled_at` integer,
	`disabled_reason` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`label` text NOT NULL,
	`sealed_key` text NOT NULL,
	`key_hint` text DEFAULT '' NOT NULL,
	`priority` integer DEFAULT 100 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `accounts_by_provider` ON `accounts` (`provider`,`priority`);--> statement-breakpoint
CREATE TABLE `model_metadata` (
	`provider` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	`fetched_at` integer NOT NULL
);
