CREATE TABLE `capability_calls` (
	`id` text PRIMARY KEY NOT NULL,
	`capability_id` text NOT NULL,
	`owner` text NOT NULL,
	`version` integer NOT NULL,
	`ok` integer NOT NULL,
	`input` text NOT NULL,
	`output` text NOT NULL,
	`console` text NOT NULL,
	`duration` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `capability_calls_of` ON `capability_calls` (`capability_id`,`id`);--> statement-breakpoint
CREATE INDEX `capability_calls_by_owner` ON `capability_calls` (`owner`);--> statement-breakpoint
CREATE TABLE `capability_secrets` (
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`sealed` text NOT NULL,
	`hint` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `name`)
);
