/** Jobs that failed and builds that are ready, for the webhooks of their people. */
import type { EndedWork, EndedWorkStore } from "../../../webhooks/ports.ts";
import type { Database } from "../database.ts";

/** People with an endpoint that wants the event; an endpoint of the whole instance wants it of everybody. */
const FOR = (type: string, owner: string) => `EXISTS (SELECT 1 FROM webhook_endpoints e
  WHERE (e.owner = ${owner} OR e.scope = 'instance') AND e.enabled = 1 AND e.events LIKE '%"${type}"%')`;

/** Attempts of webhooks tell no events of their own. */
const FAILED_JOBS = `SELECT 'job.failed' AS type, id, owner, kind AS name, NULL AS version, conversation_id,
  finished_at AS at FROM jobs
  WHERE status = 'failed' AND finished_at >= ?1 AND kind <> 'webhooks.deliver' AND ${FOR("job.failed", "jobs.owner")}`;

const READY_BUILDS = `SELECT 'build.ready' AS type, id, owner, name, version, conversation_id, ended_at AS at
  FROM builds WHERE status = 'completed' AND ended_at >= ?1 AND ${FOR("build.ready", "builds.owner")}`;

const SINCE = `SELECT * FROM (${FAILED_JOBS} UNION ALL ${READY_BUILDS}) ORDER BY at DESC LIMIT ?2`;

export class D1EndedWork implements EndedWorkStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async since(at: number, limit: number): Promise<EndedWork[]> {
    const found = await this.db.$client.prepare(SINCE).bind(at, limit).all<EndedWork>();
    return found.results;
  }
}
