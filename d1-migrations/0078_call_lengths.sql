ALTER TABLE `costs` ADD `heard_seconds` real;--> statement-breakpoint
ALTER TABLE `costs` ADD `spoken_characters` integer;