CREATE TABLE `budgets` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`period` text NOT NULL,
	`limit_usd` real NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`scope`, `key`, `period`)
);
