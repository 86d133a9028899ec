ALTER TABLE `preferences` ADD `about_me` text;--> statement-breakpoint
ALTER TABLE `preferences` ADD `answer_style` text;--> statement-breakpoint
ALTER TABLE `preferences` ADD `custom_instructions` integer;--> statement-breakpoint
ALTER TABLE `preferences` ADD `avatar` text;--> statement-breakpoint
ALTER TABLE `preferences` ADD `avatar_color` text;