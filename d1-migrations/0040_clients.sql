CREATE TABLE `client_accounts` (
	`channel` text NOT NULL,
	`account` text NOT NULL,
	`client_id` text NOT NULL,
	PRIMARY KEY(`channel`, `account`)
);
--> statement-breakpoint
CREATE INDEX `client_accounts_by_client` ON `client_accounts` (`client_id`);--> statement-breakpoint
CREATE TABLE `clients` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`slug` text NOT NULL,
	`kind` text NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`spend_per_day_usd` real,
	`spend_per_month_usd` real,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `clients_by_slug` ON `clients` (`owner`,`slug`) WHERE "clients"."removed_at" is null;--> statement-breakpoint
CREATE INDEX `clients_by_owner` ON `clients` (`owner`);--> statement-breakpoint
ALTER TABLE `conducted` ADD `kind` text DEFAULT 'agent' NOT NULL;--> statement-breakpoint
ALTER TABLE `conducted` ADD `before` text;