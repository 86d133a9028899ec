CREATE TABLE `account_models` (
	`account_id` text PRIMARY KEY NOT NULL,
	`models` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `account_spend` (
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`calls` integer NOT NULL,
	`unpriced_calls` integer NOT NULL,
	`cost_usd` real NOT NULL,
	PRIMARY KEY(`account_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `model_prices` (
	`model` text PRIMARY KEY NOT NULL,
	`input` real NOT NULL,
	`output` real NOT NULL,
	`cache_read` real,
	`cache_write` real,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `preferences` ADD `favourite_models` text;