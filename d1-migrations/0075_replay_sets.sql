CREATE TABLE `replay_results` (
	`run_id` text NOT NULL,
	`set_turn_id` text NOT NULL,
	`owner` text NOT NULL,
	`replay` text,
	`reason` text,
	`cost_usd` real,
	`checks` text NOT NULL,
	`is_met` integer,
	`mark` text,
	PRIMARY KEY(`run_id`, `set_turn_id`)
);
--> statement-breakpoint
CREATE INDEX `replay_results_by_owner` ON `replay_results` (`owner`);--> statement-breakpoint
CREATE TABLE `replay_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`set_id` text NOT NULL,
	`owner` text NOT NULL,
	`change` text NOT NULL,
	`limit_usd` real,
	`status` text NOT NULL,
	`reason` text,
	`total` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `replay_runs_by_set` ON `replay_runs` (`set_id`);--> statement-breakpoint
CREATE INDEX `replay_runs_by_owner` ON `replay_runs` (`owner`);--> statement-breakpoint
CREATE TABLE `replay_set_turns` (
	`id` text PRIMARY KEY NOT NULL,
	`set_id` text NOT NULL,
	`owner` text NOT NULL,
	`conversation_id` text NOT NULL,
	`turn_id` text NOT NULL,
	`question` text NOT NULL,
	`original` text NOT NULL,
	`cost_usd` real,
	`expectation` text NOT NULL,
	`kept` text,
	`added_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `replay_set_turns_by_set` ON `replay_set_turns` (`set_id`);--> statement-breakpoint
CREATE INDEX `replay_set_turns_by_owner` ON `replay_set_turns` (`owner`);--> statement-breakpoint
CREATE TABLE `replay_sets` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `replay_sets_by_owner` ON `replay_sets` (`owner`);