CREATE TABLE `room_versions` (
	`slug` text NOT NULL,
	`version` integer NOT NULL,
	`owner` text,
	`fields` text NOT NULL,
	`change` text NOT NULL,
	`restored_from` integer,
	`by` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`slug`, `version`)
);
--> statement-breakpoint
INSERT INTO `room_versions` (`slug`, `version`, `owner`, `fields`, `change`, `at`) SELECT `slug`, `version`, `owner`, `fields`, 'loaded', `updated_at` FROM `rooms`;
