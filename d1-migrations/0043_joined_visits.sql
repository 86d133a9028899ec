CREATE TABLE `joined_visits` (
	`visit` text NOT NULL,
	`owner` text NOT NULL,
	`room` text NOT NULL,
	`joined_at` integer NOT NULL,
	PRIMARY KEY(`visit`, `owner`)
);
--> statement-breakpoint
CREATE INDEX `joined_visits_of` ON `joined_visits` (`owner`,`room`,`joined_at`);