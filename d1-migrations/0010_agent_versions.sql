CREATE TABLE `agent_versions` (
	`slug` text NOT NULL,
	`version` integer NOT NULL,
	`fields` text NOT NULL,
	`change` text NOT NULL,
	`restored_from` integer,
	`by` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`slug`, `version`)
);
--> statement-breakpoint
ALTER TABLE `agents` ADD `fields` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE `agents` SET `fields` = json_object('name', `name`, 'role', `role`, 'instructions', `instructions`, 'models', json(`models`), 'tools', json(`tools`), 'skills', json(`skills`), 'limits', json(`limits`));--> statement-breakpoint
INSERT INTO `agent_versions` (`slug`, `version`, `fields`, `change`, `at`) SELECT `slug`, `version`, `fields`, 'loaded', `updated_at` FROM `agents`;--> statement-breakpoint
ALTER TABLE `agents` DROP COLUMN `name`;--> statement-breakpoint
ALTER TABLE `agents` DROP COLUMN `role`;--> statement-breakpoint
ALTER TABLE `agents` DROP COLUMN `instructions`;--> statement-breakpoint
ALTER TABLE `agents` DROP COLUMN `models`;--> statement-breakpoint
ALTER TABLE `agents` DROP COLUMN `tools`;--> statement-breakpoint
ALTER TABLE `agents` DROP COLUMN `skills`;--> statement-breakpoint
ALTER TABLE `agents` DROP COLUMN `limits`;