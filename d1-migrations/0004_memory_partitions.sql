CREATE TABLE `memory_partitions` (
	`id` integer PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`scope` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memory_partitions_by_owner` ON `memory_partitions` (`owner`,`scope`);
--> statement-breakpoint
-- What was indexed before stands in no partition: it is indexed anew when its conversation goes on.
DELETE FROM chunks WHERE id < 4294967296;
