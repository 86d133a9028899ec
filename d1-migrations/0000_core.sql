CREATE TABLE `agents` (
	`slug` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`role` text DEFAULT '' NOT NULL,
	`instructions` text NOT NULL,
	`models` text DEFAULT '[]' NOT NULL,
	`tools` text DEFAULT '{}' NOT NULL,
	`skills` text DEFAULT '[]' NOT NULL,
	`limits` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`agent` text,
	`room` text,
	`model` text,
	`mode` text,
	`title` text DEFAULT '' NOT NULL,
	`pinned` integer DEFAULT false NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`state` text DEFAULT 'idle' NOT NULL,
	`message_count` integer DEFAULT 0 NOT NULL,
	`cost_usd` real DEFAULT 0 NOT NULL,
	`channel` text DEFAULT 'web' NOT NULL,
	`parent_conversation_id` text,
	`revision` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `conversations_by_owner` ON `conversations` (`owner`,`archived`,`updated_at`);--> statement-breakpoint
CREATE TABLE `costs` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`owner` text NOT NULL,
	`conversation_id` text NOT NULL,
	`turn_id` text NOT NULL,
	`agent` text NOT NULL,
	`provider` text NOT NULL,
	`model` text NOT NULL,
	`purpose` text DEFAULT 'turn' NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cache_read_tokens` integer NOT NULL,
	`cache_write_tokens` integer NOT NULL,
	`cost_usd` real
);
--> statement-breakpoint
CREATE INDEX `costs_by_owner_time` ON `costs` (`owner`,`at`);--> statement-breakpoint
CREATE INDEX `costs_by_time` ON `costs` (`at`);--> statement-breakpoint
CREATE TABLE `seeds` (
	`path` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`loaded_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`user_agent` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_by_owner` ON `sessions` (`owner`);--> statement-breakpoint
CREATE TABLE `signin_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE TABLE `threads` (
	`owner` text NOT NULL,
	`channel` text NOT NULL,
	`thread` text NOT NULL,
	`conversation_id` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `channel`, `thread`)
);
