CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`owner` text NOT NULL,
	`conversation_id` text,
	`payload` text DEFAULT '{}' NOT NULL,
	`priority` integer DEFAULT 5 NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`dedupe_key` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`max_attempts` integer DEFAULT 3 NOT NULL,
	`run_after` integer NOT NULL,
	`rung_at` integer,
	`run_token` text,
	`started_at` integer,
	`heartbeat_at` integer,
	`finished_at` integer,
	`result` text,
	`error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`status`,`run_after`);--> statement-breakpoint
CREATE INDEX `jobs_by_owner` ON `jobs` (`owner`,`status`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_dedupe` ON `jobs` (`dedupe_key`) WHERE dedupe_key is not null and status in ('pending', 'running');--> statement-breakpoint
CREATE TABLE `chunk_vectors` (
	`chunk_id` integer PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`source` text NOT NULL,
	`model` text NOT NULL,
	`cell` integer NOT NULL,
	`vector` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `chunk_vectors_by_source` ON `chunk_vectors` (`owner`,`source`,`model`);--> statement-breakpoint
CREATE INDEX `chunk_vectors_by_cell` ON `chunk_vectors` (`owner`,`model`,`cell`);--> statement-breakpoint
CREATE TABLE `chunks` (
	`id` integer PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`scope` text DEFAULT 'person' NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`key` text NOT NULL,
	`session` text DEFAULT '' NOT NULL,
	`ordinal` integer NOT NULL,
	`speaker` text DEFAULT '' NOT NULL,
	`role` text DEFAULT '' NOT NULL,
	`agent` text DEFAULT '' NOT NULL,
	`said_at` integer,
	`text` text NOT NULL,
	`hash` text NOT NULL,
	`line_start` integer,
	`line_end` integer,
	`terms` text DEFAULT '' NOT NULL,
	`places` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chunks_by_key` ON `chunks` (`owner`,`source`,`key`);--> statement-breakpoint
CREATE INDEX `chunks_by_position` ON `chunks` (`owner`,`source`,`ordinal`);--> statement-breakpoint
CREATE TABLE `commitments` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`scope` text DEFAULT 'person' NOT NULL,
	`who` text DEFAULT '' NOT NULL,
	`what` text NOT NULL,
	`hash` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`due_at` integer,
	`origin` text NOT NULL,
	`conversation_id` text,
	`message_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	`note` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `commitments_by_owner` ON `commitments` (`owner`,`status`,`due_at`);--> statement-breakpoint
CREATE INDEX `commitments_by_due` ON `commitments` (`status`,`due_at`);--> statement-breakpoint
CREATE TABLE `consolidation_file_hashes` (
	`owner` text NOT NULL,
	`path` text NOT NULL,
	`stage` text NOT NULL,
	`hash` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `path`, `stage`)
);
--> statement-breakpoint
CREATE TABLE `consolidation_state` (
	`owner` text NOT NULL,
	`source` text NOT NULL,
	`stage` text NOT NULL,
	`last_ordinal` integer DEFAULT -1 NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `source`, `stage`)
);
--> statement-breakpoint
CREATE TABLE `embedding_cache` (
	`hash` text NOT NULL,
	`model` text NOT NULL,
	`vector` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`hash`, `model`)
);
--> statement-breakpoint
CREATE INDEX `embedding_cache_by_age` ON `embedding_cache` (`created_at`);--> statement-breakpoint
CREATE TABLE `entity_aliases` (
	`owner` text NOT NULL,
	`alias_key` text NOT NULL,
	`alias` text NOT NULL,
	`entity` text NOT NULL,
	`entity_key` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `alias_key`)
);
--> statement-breakpoint
CREATE INDEX `entity_aliases_by_entity` ON `entity_aliases` (`owner`,`entity_key`);--> statement-breakpoint
CREATE TABLE `episodes` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`scope` text DEFAULT 'person' NOT NULL,
	`summary` text NOT NULL,
	`topics` text DEFAULT '[]' NOT NULL,
	`tone` text DEFAULT '' NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`origin` text NOT NULL,
	`conversation_id` text,
	`message_id` text,
	`first_ordinal` integer,
	`last_ordinal` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `episodes_by_owner` ON `episodes` (`owner`,`started_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `episodes_by_range` ON `episodes` (`owner`,`conversation_id`,`first_ordinal`);--> statement-breakpoint
CREATE TABLE `facts` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`scope` text DEFAULT 'person' NOT NULL,
	`entity` text NOT NULL,
	`entity_key` text NOT NULL,
	`attribute` text NOT NULL,
	`attribute_key` text NOT NULL,
	`value` text NOT NULL,
	`confidence` real DEFAULT 1 NOT NULL,
	`sticky` integer DEFAULT false NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_to` integer,
	`recorded_at` integer NOT NULL,
	`retired_at` integer,
	`superseded_by` text,
	`origin` text NOT NULL,
	`conversation_id` text,
	`message_id` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `facts_by_entity` ON `facts` (`owner`,`entity_key`,`attribute_key`);--> statement-breakpoint
CREATE INDEX `facts_by_owner` ON `facts` (`owner`,`retired_at`,`updated_at`);--> statement-breakpoint
CREATE INDEX `facts_sticky` ON `facts` (`owner`,`sticky`,`scope`);--> statement-breakpoint
CREATE TABLE `memories` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`scope` text DEFAULT 'person' NOT NULL,
	`content` text NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`tier` text NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`priority` real NOT NULL,
	`decay_rate` real NOT NULL,
	`last_accessed` integer NOT NULL,
	`sticky` integer DEFAULT false NOT NULL,
	`hash` text NOT NULL,
	`origin` text NOT NULL,
	`conversation_id` text,
	`message_id` text,
	`observed_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`faded_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memories_by_hash` ON `memories` (`owner`,`scope`,`hash`);--> statement-breakpoint
CREATE INDEX `memories_by_owner` ON `memories` (`owner`,`updated_at`);--> statement-breakpoint
CREATE INDEX `memories_sticky` ON `memories` (`owner`,`sticky`,`scope`);--> statement-breakpoint
CREATE INDEX `memories_by_access` ON `memories` (`faded_at`,`last_accessed`);--> statement-breakpoint
CREATE TABLE `memory_edges` (
	`owner` text NOT NULL,
	`source_id` text NOT NULL,
	`target_id` text NOT NULL,
	`relation` text NOT NULL,
	`weight` real DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `source_id`, `target_id`, `relation`)
);
--> statement-breakpoint
CREATE INDEX `memory_edges_by_target` ON `memory_edges` (`owner`,`target_id`);--> statement-breakpoint
CREATE TABLE `memory_state` (
	`owner` text NOT NULL,
	`scope` text DEFAULT 'person' NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `scope`, `key`)
);
