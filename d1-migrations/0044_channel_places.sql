CREATE TABLE `channel_places` (
	`channel` text NOT NULL,
	`account` text NOT NULL,
	`thread` text NOT NULL,
	`name` text NOT NULL,
	`is_group` integer NOT NULL,
	`is_in` integer NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`channel`, `account`, `thread`)
);
