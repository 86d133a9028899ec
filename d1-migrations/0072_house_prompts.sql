CREATE TABLE `house_prompt_versions` (
	`name` text NOT NULL,
	`version` integer NOT NULL,
	`text` text,
	`shipped` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`name`, `version`)
);
