CREATE TABLE `metric_samples` (
	`turn_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`samples` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `metric_totals` (
	`name` text NOT NULL,
	`labels` text NOT NULL,
	`value` real NOT NULL,
	PRIMARY KEY(`name`, `labels`)
);
