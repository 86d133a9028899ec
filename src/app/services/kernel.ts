/** Services that every part may use: settings, time, ids, the log, files, jobs and the guarded ways outside. */

import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import type { Channels } from "../../channels/channel.ts";
import type { ChannelKinds } from "../../channels/kinds.ts";
import type { Ids } from "../../domain/ids.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Log } from "../../observability/log-port.ts";
import type { Redact } from "../../observability/redact.ts";
import type { PartKey } from "../../platform/part-key.ts";
import type { Files } from "../../tools/files/port.ts";
import type { Workspace } from "../../tools/workspace/port.ts";
import type { Settings } from "../config.ts";
import { group } from "./group.ts";

export interface Kernel {
  settings: Settings;
  now(): number;
  /** Start of this process, in ms since the epoch. */
  started_at: number;
  ids: Ids;
  log: Log;
  /** Removes this instance's secrets from a text. */
  redact: Redact;
  /** Fetches any address that somebody else supplied. */
  guard: GuardedFetch;
  files: Files;
  workspace: Workspace;
  jobs: Jobs;
  kinds: ChannelKinds;
  /** Ports of the channels that are set up here. */
  channels: Channels;
  /** Functions that a part offers to its own routes. Throws when the part is not in this Worker's list. */
  verbs<Verbs>(part: PartKey<Verbs>): Verbs;
}

export const KERNEL = group<Kernel>()(
  "settings",
  "now",
  "started_at",
  "ids",
  "log",
  "redact",
  "guard",
  "files",
  "workspace",
  "jobs",
  "kinds",
  "channels",
  "verbs",
);
