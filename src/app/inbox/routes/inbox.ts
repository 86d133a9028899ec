/** The caller's inbox, in one place: questions, failures, what is to come, unread conversations. */

import { InboxShape } from "../../../contract/inbox.ts";
import type { Job } from "../../../jobs/job.ts";
import type { AttentionItem } from "../../../storage/d1/index/inbox.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { expectSocket, forward } from "../../http/forward.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { nothing } from "../../http/schemas.ts";
import { personStub } from "../../objects/stubs.ts";
import { servicesOf } from "../services.ts";

/** Older failures are not news. */
const NEWS_MS = 14 * 86_400_000;
const MOST_JOBS = 50;

export const inboxRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/inbox",
    policy: { who: "person", scope: ["read", "chat"] },
    summary:
      "What waits for one: questions and approvals, what failed, what is to come, what one has not read.",
    answers: () => ({ 200: InboxShape() }),
    handler: async (context) => reply(200, await inboxOf(context)),
  }),
  defineRoute({
    method: "get",
    path: "/inbox/socket",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "Tells over a WebSocket which of one's conversations have changed, and that the inbox has.",
    answers: () => ({ 101: "socket" }),
    handler: (context) => {
      expectSocket(context, "For plain HTTP read /inbox and /conversations.");
      return forward(context, personStub(context.env, context.get("principal").owner), "/socket");
    },
  }),
  defineRoute({
    method: "post",
    path: "/inbox/clear",
    policy: { who: "person", scope: "write" },
    summary: "What has failed until now is seen, and leaves the inbox.",
    body: nothing,
    answers: () => ({ 204: "empty" }),
    async handler(context) {
      const { inbox, now } = servicesOf(context);
      await inbox.clear(context.get("principal").owner, now());
      return context.body(null, 204);
    },
  }),
];

async function inboxOf(context: ApiContext) {
  const { inbox, jobs, now } = servicesOf(context);
  const { owner } = context.get("principal");
  const [attended, unread, cleared, failedJobs] = await Promise.all([
    inbox.attended(owner),
    inbox.unread(owner),
    inbox.clearedAt(owner),
    jobs.store.list({ owner, status: "failed" }, { limit: MOST_JOBS }),
  ]);
  const since = Math.max(cleared, now() - NEWS_MS);
  const own = attended.filter(({ conversation }) => conversation.owner === owner);
  const failed = [...own.flatMap((each) => deliveriesOf(each, since)), ...jobsOf(failedJobs, since)];
  return {
    waiting: attended.flatMap(asksOf),
    failed: failed.sort((a, b) => b.at.localeCompare(a.at)),
    scheduled: own.flatMap(remindersOf).sort((a, b) => a.at.localeCompare(b.at)),
    unread,
  };
}

const placeOf = ({ conversation: { id, title, agent } }: AttentionItem) => ({ id, title, agent });

function asksOf(attended: AttentionItem) {
  const conversation = placeOf(attended);
  return attended.attention.asks.map((ask) => ({ ...ask, conversation }));
}

function remindersOf(attended: AttentionItem) {
  const conversation = placeOf(attended);
  return attended.attention.reminders.map(({ id, at, text }) => ({ id, text, at: iso(at), conversation }));
}

function deliveriesOf(attended: AttentionItem, since: number) {
  const conversation = placeOf(attended);
  return attended.attention.failed
    .filter(({ at }) => at > since)
    .map(({ at, ...note }) => ({ ...note, type: "delivery" as const, at: iso(at), conversation }));
}

function jobsOf(failed: readonly Job[], since: number) {
  return failed.flatMap(({ id, kind, error, finished_at, updated_at }) => {
    const at = finished_at ?? updated_at;
    return at > since ? [{ type: "job" as const, id, kind, reason: error ?? "", at: iso(at) }] : [];
  });
}
