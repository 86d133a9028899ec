CREATE TABLE `model_settings` (
	`model` text PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `accounts` ADD `compatibility` integer DEFAULT false NOT NULL;