/** The instance's metrics. Loaded by the first request for them. */
import { AppError } from "../../domain/errors.ts";
import { CONTENT_TYPE, exposition, type Point } from "../../observability/metrics/exposition.ts";
import { readCounters, readGauges, recentPeople } from "../../storage/d1/instance/metrics.ts";
import { countJobs } from "../../storage/d1/jobs/counts.ts";
import type { ApiContext } from "../http/api.ts";
import { personStub } from "../objects/stubs.ts";
import { type Services, servicesOf } from "./services.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** `hasApps`: people's objects are asked for their open apps, which wakes them. */
export async function metrics(context: ApiContext, hasApps: boolean): Promise<Response> {
  const services = servicesOf(context);
  const { env, settings, now } = services;
  if (settings.METRICS !== "true")
    throw new AppError(
      "resource_not_found",
      "Metrics are off. Set METRICS=true, and they count from then on.",
    );
  const points = await Promise.all([
    readCounters(env.DB, now()),
    readGauges(env.DB),
    jobPoints(services),
    hasApps ? appPoints(services) : [],
  ]);
  return new Response(exposition(points.flat()), {
    headers: { "content-type": CONTENT_TYPE, "cache-control": "no-store" },
  });
}

async function jobPoints({ env, now }: Services): Promise<Point[]> {
  const range = { from: now() - DAY_MS, slot_ms: DAY_MS };
  const { now: open, since } = await countJobs(env.DB, {}, range);
  const ended = new Map<string, Point>();
  for (const { kind, status, count } of since) {
    if (status === "pending" || status === "running") continue;
    const key = `${kind} ${status}`;
    const value = (ended.get(key)?.value ?? 0) + count;
    ended.set(key, { name: "jobs_ended_last_day", labels: { kind, status }, value });
  }
  const waiting = open.map(({ kind, status, count }) => ({
    name: "jobs",
    labels: { kind, status },
    value: count,
  }));
  return [...waiting, ...ended.values()];
}

async function appPoints({ env, now }: Services): Promise<Point[]> {
  const people = await recentPeople(env.DB, now() - HOUR_MS);
  const counts = await Promise.all(people.map((person) => personStub(env, person).openApps()));
  return [{ name: "connected_apps", labels: {}, value: counts.reduce((sum, count) => sum + count, 0) }];
}
