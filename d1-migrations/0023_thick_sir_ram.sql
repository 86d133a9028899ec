CREATE TABLE `model_choices` (
	`role` text PRIMARY KEY NOT NULL,
	`model` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `accounts` ADD `base_url` text;