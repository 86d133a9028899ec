/** The checks, in the order in which they are told. */
import { backups } from "./backups.ts";
import { channels } from "./channels.ts";
import type { Check } from "./check.ts";
import { jobs, queue } from "./jobs.ts";
import { accounts } from "./models.ts";
import { secrets } from "./secrets.ts";
import { bucket, clock, database, objects, vectors } from "./storage.ts";

export const CHECKS: readonly Check[] = [
  { name: "secrets", title: "Secrets", run: secrets },
  { name: "database", title: "Database", run: database },
  { name: "bucket", title: "File storage", run: bucket },
  { name: "objects", title: "Conversations", run: objects },
  { name: "queue", title: "Queue", run: queue },
  { name: "jobs", title: "Background work", run: jobs },
  { name: "vectors", title: "Vector index", run: vectors },
  { name: "clock", title: "Clock", run: clock },
  { name: "models", title: "Models", run: accounts },
  { name: "channels", title: "Chats", run: channels },
  { name: "backups", title: "Backups", run: backups },
];
