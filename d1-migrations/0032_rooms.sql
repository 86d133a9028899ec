CREATE TABLE `room_cares` (
	`room` text NOT NULL,
	`owner` text NOT NULL,
	`crisis_at` integer NOT NULL,
	PRIMARY KEY(`room`, `owner`)
);
--> statement-breakpoint
CREATE INDEX `room_cares_of` ON `room_cares` (`owner`);--> statement-breakpoint
CREATE TABLE `rooms` (
	`slug` text PRIMARY KEY NOT NULL,
	`owner` text,
	`fields` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rooms_by_owner` ON `rooms` (`owner`);--> statement-breakpoint
CREATE TABLE `visits` (
	`id` text PRIMARY KEY NOT NULL,
	`room` text NOT NULL,
	`owner` text NOT NULL,
	`status` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`message_count` integer DEFAULT 0 NOT NULL,
	`is_shared` integer DEFAULT false NOT NULL,
	`weather` text,
	`kept` text
);
--> statement-breakpoint
CREATE INDEX `visits_of_person` ON `visits` (`owner`,`room`,`started_at`);--> statement-breakpoint
CREATE INDEX `visits_of_room` ON `visits` (`room`,`started_at`);