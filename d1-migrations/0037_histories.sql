CREATE TABLE `histories` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`digest` text NOT NULL,
	`instructions` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `histories_digest` ON `histories` (`owner`,`digest`);