CREATE TABLE `capabilities` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`input_schema` text NOT NULL,
	`output_schema` text,
	`tags` text DEFAULT '[]' NOT NULL,
	`hosts` text DEFAULT '[]' NOT NULL,
	`secrets` text DEFAULT '[]' NOT NULL,
	`limits` text DEFAULT '{}' NOT NULL,
	`status` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`build_id` text,
	`problem` text,
	`agents` text DEFAULT '[]' NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`failures_in_row` integer DEFAULT 0 NOT NULL,
	`last_called_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `capabilities_by_name` ON `capabilities` (`owner`,`name`);--> statement-breakpoint
CREATE TABLE `capability_versions` (
	`capability_id` text NOT NULL,
	`owner` text NOT NULL,
	`version` integer NOT NULL,
	`description` text NOT NULL,
	`input_schema` text NOT NULL,
	`output_schema` text,
	`tags` text DEFAULT '[]' NOT NULL,
	`hosts` text DEFAULT '[]' NOT NULL,
	`secrets` text DEFAULT '[]' NOT NULL,
	`limits` text DEFAULT '{}' NOT NULL,
	`digest` text NOT NULL,
	`files` text NOT NULL,
	`tests` integer NOT NULL,
	`change` text NOT NULL,
	`restored_from` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`capability_id`, `version`)
);
--> statement-breakpoint
CREATE INDEX `capability_versions_by_owner` ON `capability_versions` (`owner`);