ALTER TABLE `preferences` ADD `is_set_up` integer;--> statement-breakpoint
-- Whoever has preferences has set Nightjar up before.
UPDATE `preferences` SET `is_set_up` = 1;
