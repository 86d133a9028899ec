CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint_id` text NOT NULL,
	`owner` text NOT NULL,
	`type` text NOT NULL,
	`conversation_id` text,
	`payload` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer NOT NULL,
	`tries` integer NOT NULL,
	`next_at` integer,
	`http_status` integer,
	`took_ms` integer,
	`reason` text,
	`excerpt` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_of` ON `webhook_deliveries` (`endpoint_id`,`at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_owner` ON `webhook_deliveries` (`owner`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`next_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_old` ON `webhook_deliveries` (`at`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`scope` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`agents` text NOT NULL,
	`rooms` text NOT NULL,
	`payload` text NOT NULL,
	`enabled` integer NOT NULL,
	`disabled_reason` text,
	`sealed` text NOT NULL,
	`previous_sealed` text,
	`previous_until` integer,
	`hint` text NOT NULL,
	`failing_since` integer,
	`last_at` integer,
	`last_status` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_by_owner` ON `webhook_endpoints` (`owner`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_of_instance` ON `webhook_endpoints` (`scope`) WHERE scope = 'instance';