/** Quotas: limits on what one person may store, so that nobody fills the house for all. */
import { AppError } from "../domain/errors.ts";

/** The counted resources. Bytes are in MB. */
export const COUNTED = [
  "workspace_mb",
  "workspace_files",
  "uploads_mb",
  "memory_items",
  "jobs_waiting",
  "mcp_servers",
  "schedules",
] as const;

export type QuotaKind = (typeof COUNTED)[number];

export type Quotas = Readonly<Record<QuotaKind, number>>;

export const DEFAULT_QUOTAS: Quotas = {
  workspace_mb: 2_000,
  workspace_files: 20_000,
  uploads_mb: 5_000,
  memory_items: 50_000,
  jobs_waiting: 2_000,
  mcp_servers: 20,
  schedules: 500,
};

/** Text for errors: the resource, the remedy, and the operator's setting. */
const TOLD: Readonly<Record<QuotaKind, { holds: string; mend: string; setting: string }>> = {
  workspace_mb: {
    holds: "MB in the workspace, with earlier versions, which are kept for 30 days",
    mend: "Write less, or wait until earlier versions have gone",
    setting: "QUOTA_WORKSPACE_MB",
  },
  workspace_files: {
    holds: "files in the workspace",
    mend: "Remove some, or put several into one",
    setting: "QUOTA_WORKSPACE_FILES",
  },
  uploads_mb: { holds: "MB of files of messages", mend: "Remove some of them", setting: "QUOTA_UPLOADS_MB" },
  memory_items: { holds: "notes in memory", mend: "Forget some of them", setting: "QUOTA_MEMORY_ITEMS" },
  jobs_waiting: {
    holds: "pieces of background work that wait",
    mend: "Try again when some of it is done",
    setting: "QUOTA_JOBS_WAITING",
  },
  mcp_servers: { holds: "MCP servers", mend: "Remove one", setting: "QUOTA_MCP_SERVERS" },
  schedules: {
    holds: "schedules, and scheduled messages in all conversations, together",
    mend: "Cancel some with cancel_scheduled, remove some under Schedules, or delete a conversation that holds some",
    setting: "QUOTA_SCHEDULES",
  },
};

export const MB = 1_000_000;

/** Throws `payload_too_large` when the used and the added amount exceed the quota. */
export function checkQuota(
  quotas: Quotas,
  what: QuotaKind,
  { used, added }: { used: number; added: number },
): void {
  const limit = quotas[what];
  if (used + added <= limit) return;
  const { holds, mend, setting } = TOLD[what];
  throw new AppError(
    "payload_too_large",
    `One person may have ${limit.toLocaleString("en")} ${holds}. ${mend}; the operator can allow more with ${setting}.`,
  );
}
