CREATE TABLE `capability_shares` (
	`capability_id` text NOT NULL,
	`owner` text NOT NULL,
	`kind` text NOT NULL,
	`slug` text NOT NULL,
	`place_owner` text,
	PRIMARY KEY(`capability_id`, `kind`, `slug`)
);
--> statement-breakpoint
CREATE INDEX `capability_shares_in` ON `capability_shares` (`kind`,`slug`);--> statement-breakpoint
CREATE INDEX `capability_shares_by_owner` ON `capability_shares` (`owner`);