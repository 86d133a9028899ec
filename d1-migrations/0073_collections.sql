CREATE TABLE `collection_documents` (
	`collection_id` text NOT NULL,
	`owner` text NOT NULL,
	`path` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`version` text DEFAULT '' NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`collection_id`, `path`)
);
--> statement-breakpoint
CREATE INDEX `collection_documents_by_owner` ON `collection_documents` (`owner`);--> statement-breakpoint
CREATE TABLE `collections` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`agents` text DEFAULT '[]' NOT NULL,
	`sources` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`synced_at` integer
);
--> statement-breakpoint
CREATE INDEX `collections_by_owner` ON `collections` (`owner`);