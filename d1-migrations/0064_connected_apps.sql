CREATE TABLE `connected_apps` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`client_id` text NOT NULL,
	`name` text NOT NULL,
	`place` text NOT NULL,
	`scopes` text NOT NULL,
	`resource` text NOT NULL,
	`created_at` integer NOT NULL,
	`connected_at` integer,
	`last_used_at` integer,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `connected_apps_by_person` ON `connected_apps` (`person_id`);--> statement-breakpoint
CREATE INDEX `connected_apps_by_end` ON `connected_apps` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`redirect_uris` text NOT NULL,
	`secret_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oauth_clients_by_end` ON `oauth_clients` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`app_id` text NOT NULL,
	`person_id` text NOT NULL,
	`kind` text NOT NULL,
	`redirect_uri` text,
	`challenge` text,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `oauth_tokens_by_app` ON `oauth_tokens` (`app_id`);--> statement-breakpoint
CREATE INDEX `oauth_tokens_by_person` ON `oauth_tokens` (`person_id`);--> statement-breakpoint
CREATE INDEX `oauth_tokens_by_end` ON `oauth_tokens` (`expires_at`);