/** Quotas of people, as the settings have them. */

import { override } from "../../domain/override.ts";
import type { UsageSource } from "../../quotas/ports.ts";
import { DEFAULT_QUOTAS, type Quotas } from "../../quotas/quota.ts";
import { QuotaEnforcer } from "../../quotas/quota-enforcer.ts";
import { R2UsageSource } from "../../storage/r2/usage-source.ts";
import type { Settings } from "../config.ts";
import type { Env } from "../env.ts";
import type { House } from "../house.ts";
import { schedulerStub } from "../objects/stubs.ts";

export function wireQuotas(env: Env, settings: Settings, now: () => number): QuotaEnforcer {
  const stored = new R2UsageSource(env.BUCKET, env.DB);
  const source = override(stored, { schedules: (owner: string) => scheduled(env, stored, owner) });
  return new QuotaEnforcer({ source, quotas: quotasOf(settings), now });
}

/** Number of messages that wait in conversations, and of the person's schedules. */
async function scheduled(env: Env, stored: UsageSource, owner: string): Promise<number> {
  const [messages, schedules] = await Promise.all([
    stored.schedules(owner),
    schedulerStub(env, owner).size(),
  ]);
  return messages + schedules;
}

function quotasOf(settings: Settings): Quotas {
  return {
    workspace_mb: settings.QUOTA_WORKSPACE_MB ?? DEFAULT_QUOTAS.workspace_mb,
    workspace_files: settings.QUOTA_WORKSPACE_FILES ?? DEFAULT_QUOTAS.workspace_files,
    uploads_mb: settings.QUOTA_UPLOADS_MB ?? DEFAULT_QUOTAS.uploads_mb,
    memory_items: settings.QUOTA_MEMORY_ITEMS ?? DEFAULT_QUOTAS.memory_items,
    jobs_waiting: settings.QUOTA_JOBS_WAITING ?? DEFAULT_QUOTAS.jobs_waiting,
    mcp_servers: settings.QUOTA_MCP_SERVERS ?? DEFAULT_QUOTAS.mcp_servers,
    schedules: settings.QUOTA_SCHEDULES ?? DEFAULT_QUOTAS.schedules,
  };
}

/** Wraps the stores so that each person stays within the quotas. */
export function withinQuotas<Stores extends Pick<House, "workspace" | "files">>(
  quotas: QuotaEnforcer,
  stores: Stores,
): Stores & Pick<House, "quotas"> {
  const { workspace, files } = stores;
  return { ...stores, quotas, workspace: quotas.workspace(workspace), files: quotas.files(files) };
}
