CREATE TABLE `wishes` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`scope` text DEFAULT 'person' NOT NULL,
	`kind` text NOT NULL,
	`content` text NOT NULL,
	`condition` text DEFAULT '' NOT NULL,
	`said_at` integer NOT NULL,
	`origin` text NOT NULL,
	`conversation_id` text,
	`message_id` text,
	`trust` text DEFAULT 'untrusted' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ended_at` integer,
	`superseded_by` text
);
--> statement-breakpoint
CREATE INDEX `wishes_by_owner` ON `wishes` (`owner`,`ended_at`,`said_at`);--> statement-breakpoint
CREATE INDEX `wishes_by_message` ON `wishes` (`owner`,`conversation_id`,`message_id`);