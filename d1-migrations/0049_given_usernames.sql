ALTER TABLE `persons` ADD `username_given` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Names that an admin is known to have given: admins' own, and those of people who came by no invite and were never changed since.
UPDATE `persons` SET `username_given` = true WHERE `username` IS NOT NULL AND (`role` = 'admin' OR (`updated_at` = `created_at` AND `id` NOT IN (SELECT `person_id` FROM `invite_redemptions`)));
