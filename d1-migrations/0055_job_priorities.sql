DROP INDEX `jobs_due`;--> statement-breakpoint
CREATE INDEX `jobs_in_turn` ON `jobs` (`status`,`priority`,`run_after`);--> statement-breakpoint
-- The smallest number goes first from now on.
UPDATE `jobs` SET `priority` = 11 - `priority`;
