/** Handlers: all automations of a person, and the runs of one. */
import type { AutomationKind } from "../../contract/instance/automations.ts";
import { AppError } from "../../domain/errors.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";
import type { AutomationSource } from "./source.ts";
import { backupSource } from "./sources/backups.ts";
import { hookSource } from "./sources/hooks.ts";
import { jobSource } from "./sources/jobs.ts";
import { reminderSource } from "./sources/reminders.ts";
import { scheduleSource } from "./sources/schedules.ts";
import { webhookSource } from "./sources/webhooks.ts";

/** Sources in the order in which they are listed. */
const SOURCES: readonly AutomationSource[] = [
  scheduleSource,
  reminderSource,
  hookSource,
  webhookSource,
  jobSource,
  backupSource,
];

export async function list(context: ApiContext) {
  const principal = context.get("principal");
  const services = servicesOf(context);
  const found = await Promise.all(SOURCES.map((source) => source.list(services, principal)));
  return reply(200, { items: found.flat(), next_cursor: null });
}

export async function runs(
  context: ApiContext,
  { kind, id }: { kind: AutomationKind; id: string },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const source = SOURCES.find(({ kinds }) => kinds.includes(kind));
  const wanted = { id, before: cursor, limit: limit + 1 };
  const found = await source?.runs(servicesOf(context), context.get("principal"), wanted);
  if (!found) {
    throw new AppError(
      "resource_not_found",
      "There is no such automation, or it is not yours. GET /api/v1/automations lists them.",
    );
  }
  const page = found.slice(0, limit);
  const next_cursor = found.length > limit ? (page.at(-1)?.cursor ?? null) : null;
  return reply(200, { items: page.map(({ run }) => run), next_cursor });
}
