ALTER TABLE `hooks` ADD `mail_name` text;--> statement-breakpoint
ALTER TABLE `hooks` ADD `mail_senders` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `hooks_by_mail_name` ON `hooks` (`mail_name`);--> statement-breakpoint
CREATE INDEX `hook_deliveries_cut_off` ON `hook_deliveries` (`at`) WHERE status = 'received';