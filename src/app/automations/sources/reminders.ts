/** Reminders that wait in conversations, as automations that run once. */
import { iso } from "../../http/query.ts";
import { type AutomationSource, NOTHING_SPENT } from "../source.ts";

export const reminderSource: AutomationSource = {
  kinds: ["reminder"],
  async list({ inbox }, { owner }) {
    const own = (await inbox.attended(owner)).filter(({ conversation }) => conversation.owner === owner);
    return own.flatMap(({ conversation, attention }) =>
      attention.reminders.map(({ id, at, text }) => ({
        id: `${conversation.id}.${id}`,
        kind: "reminder" as const,
        name: text,
        agent: conversation.agent,
        is_own: true,
        is_on: true,
        off_reason: null,
        occasion: { type: "once" as const },
        next_at: iso(at),
        last: null,
        runs: 0,
        ...NOTHING_SPENT,
        page: `/c/${conversation.id}`,
      })),
    );
  },
  // Reminders keep no runs: one that rang is a message of its conversation.
  runs: async () => [],
};
