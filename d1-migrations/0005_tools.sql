CREATE TABLE `mcp_servers` (
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`agents` text DEFAULT '[]' NOT NULL,
	`headers` text DEFAULT '{}' NOT NULL,
	`oauth` text,
	`accepted` text DEFAULT '[]' NOT NULL,
	`listed` text DEFAULT '[]' NOT NULL,
	`listed_at` integer,
	`problem` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `name`)
);
--> statement-breakpoint
CREATE TABLE `tool_grants` (
	`owner` text NOT NULL,
	`agent` text NOT NULL,
	`tool` text NOT NULL,
	`granted_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `agent`, `tool`)
);
