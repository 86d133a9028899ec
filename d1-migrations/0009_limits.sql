CREATE TABLE `tries` (
	`name_hash` text PRIMARY KEY NOT NULL,
	`spent_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tries_by_end` ON `tries` (`spent_until`);