CREATE TABLE `feedback` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`conversation_id` text NOT NULL,
	`message_id` text NOT NULL,
	`agent` text NOT NULL,
	`rating` text NOT NULL,
	`reasons` text NOT NULL,
	`word` text NOT NULL,
	`answer` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feedback_on` ON `feedback` (`conversation_id`,`message_id`,`owner`);--> statement-breakpoint
CREATE INDEX `feedback_by_owner` ON `feedback` (`owner`);--> statement-breakpoint
CREATE INDEX `feedback_by_agent` ON `feedback` (`agent`,`id`);