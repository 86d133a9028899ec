PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_histories` (
	`conversation_id` text NOT NULL,
	`owner` text NOT NULL,
	`digest` text NOT NULL,
	`instructions` text NOT NULL,
	`message_id` text,
	`turn_id` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `digest`)
);
--> statement-breakpoint
INSERT INTO `__new_histories`("conversation_id", "owner", "digest", "instructions", "message_id", "turn_id", "updated_at") SELECT "conversation_id", "owner", "digest", "instructions", NULL, NULL, "updated_at" FROM `histories`;--> statement-breakpoint
DROP TABLE `histories`;--> statement-breakpoint
ALTER TABLE `__new_histories` RENAME TO `histories`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `histories_digest` ON `histories` (`owner`,`digest`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `remembers` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `speaks_for_others` integer DEFAULT false NOT NULL;