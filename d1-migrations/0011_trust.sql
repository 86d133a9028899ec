CREATE TABLE `forgotten` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`kind` text NOT NULL,
	`item` text NOT NULL,
	`text` text NOT NULL,
	`row` text NOT NULL,
	`forgotten_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `forgotten_by_owner` ON `forgotten` (`owner`,`forgotten_at`);--> statement-breakpoint
CREATE INDEX `forgotten_by_age` ON `forgotten` (`forgotten_at`);--> statement-breakpoint
CREATE TABLE `__new_entity_aliases` (
	`owner` text NOT NULL,
	`alias_key` text NOT NULL,
	`alias` text NOT NULL,
	`entity` text NOT NULL,
	`entity_key` text NOT NULL,
	`trust` text DEFAULT 'untrusted' NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `alias_key`, `trust`)
);
--> statement-breakpoint
INSERT INTO `__new_entity_aliases`("owner", "alias_key", "alias", "entity", "entity_key", "trust", "created_at") SELECT "owner", "alias_key", "alias", "entity", "entity_key", 'untrusted', "created_at" FROM `entity_aliases`;--> statement-breakpoint
DROP TABLE `entity_aliases`;--> statement-breakpoint
ALTER TABLE `__new_entity_aliases` RENAME TO `entity_aliases`;--> statement-breakpoint
CREATE INDEX `entity_aliases_by_entity` ON `entity_aliases` (`owner`,`entity_key`);--> statement-breakpoint
CREATE TABLE `__new_memory_state` (
	`owner` text NOT NULL,
	`scope` text DEFAULT 'person' NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`trust` text DEFAULT 'untrusted' NOT NULL,
	`conversation_id` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `scope`, `key`, `trust`)
);
--> statement-breakpoint
INSERT INTO `__new_memory_state`("owner", "scope", "key", "value", "trust", "conversation_id", "updated_at") SELECT "owner", "scope", "key", "value", 'untrusted', NULL, "updated_at" FROM `memory_state`;--> statement-breakpoint
DROP TABLE `memory_state`;--> statement-breakpoint
ALTER TABLE `__new_memory_state` RENAME TO `memory_state`;--> statement-breakpoint
ALTER TABLE `chunks` ADD `trust` text DEFAULT 'untrusted' NOT NULL;--> statement-breakpoint
ALTER TABLE `commitments` ADD `trust` text DEFAULT 'untrusted' NOT NULL;--> statement-breakpoint
ALTER TABLE `episodes` ADD `trust` text DEFAULT 'untrusted' NOT NULL;--> statement-breakpoint
ALTER TABLE `facts` ADD `disputes` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `facts` ADD `trust` text DEFAULT 'untrusted' NOT NULL;--> statement-breakpoint
ALTER TABLE `memories` ADD `trust` text DEFAULT 'untrusted' NOT NULL;--> statement-breakpoint
ALTER TABLE `memory_edges` ADD `trust` text DEFAULT 'untrusted' NOT NULL;;--> statement-breakpoint
-- What stood before anybody asked whose words it is: what a person wrote or said is trusted, all else waits for their yes.
UPDATE `memories` SET `trust` = 'trusted' WHERE `origin` = 'person';--> statement-breakpoint
UPDATE `facts` SET `trust` = 'trusted' WHERE `origin` = 'person';--> statement-breakpoint
UPDATE `commitments` SET `trust` = 'trusted' WHERE `origin` = 'person';--> statement-breakpoint
UPDATE `memories` SET `hash` = 'outside:' || `hash` WHERE `trust` = 'untrusted';--> statement-breakpoint
UPDATE `chunks` SET `trust` = 'trusted' WHERE `kind` = 'turn' AND `role` = 'user';--> statement-breakpoint
UPDATE `chunks` SET `trust` = 'trusted' WHERE `kind` = 'memory' AND `key` IN (SELECT `id` FROM `memories` WHERE `trust` = 'trusted');--> statement-breakpoint
UPDATE `chunks` SET `trust` = 'trusted' WHERE `kind` = 'fact' AND `key` IN (SELECT `id` FROM `facts` WHERE `trust` = 'trusted');
