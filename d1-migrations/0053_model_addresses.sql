CREATE TABLE `model_addresses` (
	`host` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
