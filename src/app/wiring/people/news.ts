/** Tells people's open apps about changes in their lists. Nothing waits for it. */
import { waitUntil } from "cloudflare:workers";
import type { Log } from "../../../observability/log-port.ts";
import { NotificationBatcher } from "../../../platform/notification-batcher.ts";
import type { Env } from "../../env.ts";
import { personStub } from "../../objects/stubs.ts";
import type { News } from "../../services/people.ts";

/** A person who was not reached reads their lists anew when they connect again. */
export function wireNews(env: Env, log: Log): News {
  const notify = async (person: string, conversations: readonly string[]) => {
    try {
      await personStub(env, person).told(conversations);
    } catch (problem) {
      log.warn("person_not_told", { problem: String(problem) });
    }
  };
  const batcher = new NotificationBatcher();
  const schedule = async (person: string, conversations: readonly string[]) => {
    const news = batcher.add(person, conversations, Date.now());
    if (news === undefined) return;
    if ("in_ms" in news) await new Promise((resolve) => setTimeout(resolve, news.in_ms));
    await notify(person, "now" in news ? news.now : batcher.due(person, Date.now()));
  };
  const tell: News["tell"] = (people, conversations) => {
    for (const person of new Set(people)) waitUntil(schedule(person, conversations).catch(() => undefined));
  };
  return {
    tell,
    tellLater(readers) {
      const all = Promise.resolve(readers).then((found) => {
        for (const [person, theirs = []] of Map.groupBy(found, (each) => each.person))
          tell(
            [person],
            theirs.map(({ id }) => id),
          );
      });
      waitUntil(all.catch((problem: unknown) => log.warn("readers_not_told", { problem: String(problem) })));
    },
  };
}
