CREATE TABLE `conducted` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`by` text NOT NULL,
	`conversation_id` text NOT NULL,
	`did` text NOT NULL,
	`slug` text NOT NULL,
	`version` integer NOT NULL,
	`at` integer NOT NULL,
	`undone_at` integer
);
--> statement-breakpoint
CREATE INDEX `conducted_by_owner` ON `conducted` (`owner`,`id`);