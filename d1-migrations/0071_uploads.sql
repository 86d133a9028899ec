CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	`file_id` text NOT NULL,
	`multipart_id` text NOT NULL,
	`offset` integer DEFAULT 0 NOT NULL,
	`etags` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `uploads_by_owner` ON `uploads` (`owner`);--> statement-breakpoint
CREATE INDEX `uploads_by_update` ON `uploads` (`updated_at`);