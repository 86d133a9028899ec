CREATE TABLE `conversation_members` (
	`conversation_id` text NOT NULL,
	`person_id` text NOT NULL,
	`rights` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `person_id`)
);
--> statement-breakpoint
CREATE INDEX `conversation_members_by_person` ON `conversation_members` (`person_id`);