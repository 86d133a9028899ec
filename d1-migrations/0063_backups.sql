CREATE TABLE `backup_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`table_name` text NOT NULL,
	`row` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `backup_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`is_ok` integer NOT NULL,
	`place` text NOT NULL,
	`summary` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `backup_reports_by_time` ON `backup_reports` (`at`);--> statement-breakpoint
CREATE TABLE `backup_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`begun_at` integer NOT NULL,
	`seen_at` integer NOT NULL
);
