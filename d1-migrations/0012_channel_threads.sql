CREATE TABLE `channel_defaults` (
	`channel` text NOT NULL,
	`account` text NOT NULL,
	`default_agent` text,
	`fallback_agent` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`channel`, `account`)
);
--> statement-breakpoint
CREATE TABLE `channel_threads` (
	`channel` text NOT NULL,
	`account` text NOT NULL,
	`thread` text NOT NULL,
	`owner` text NOT NULL,
	`conversation_id` text,
	`agent` text,
	`room` text,
	`generation` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`channel`, `account`, `thread`)
);
--> statement-breakpoint
CREATE INDEX `channel_threads_by_conversation` ON `channel_threads` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `channel_threads_by_owner` ON `channel_threads` (`owner`,`updated_at`);--> statement-breakpoint
INSERT OR IGNORE INTO `channel_threads` (`channel`, `account`, `thread`, `owner`, `conversation_id`, `updated_at`)
	SELECT `channel`, '', `thread`, `owner`, `conversation_id`, `updated_at` FROM `threads`;
