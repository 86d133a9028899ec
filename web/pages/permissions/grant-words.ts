/** Words for what a permission covers, and until when. */
import type { Grant } from "../../api/agents/grants.ts";
import { ago, toolName } from "../../ui/format.ts";
import { locale } from "../../words/language.ts";
import { t } from "../../words/t.ts";

const MOST_NAMED = 6;

export function scopeWords({ to }: Pick<Grant, "to">): string {
  if (to === null) return t("Any destination");
  if (to.length === 0) return t("Calls that name no destination");
  const rest = to.length - MOST_NAMED;
  const named = to.slice(0, MOST_NAMED).join(", ");
  return rest > 0 ? t("Only {to} and {n} more", { to: named, n: rest }) : t("Only {to}", { to: named });
}

/** Each limit by itself; none: it has no end. */
export function limitWords(grant: Grant): string[] {
  const { ends_at, max_uses, uses, max_amount, spent, conversation_id, for_task } = grant;
  const limits = [
    for_task ? t("one task") : conversation_id !== null && t("one conversation"),
    ends_at !== null && t("until {time}", { time: timeOf(ends_at) }),
    max_uses !== null && t("used {uses} of {most} times", { uses, most: max_uses }),
    max_amount !== null && t("spent {spent} of {most}", { spent, most: max_amount }),
  ].filter((limit) => limit !== false);
  return limits.length > 0 ? limits : [t("no end")];
}

export function usedWords({ last_used_at }: Grant, now: number): string {
  return last_used_at === null
    ? t("Not used yet")
    : t("Last used {when}", { when: ago(Date.parse(last_used_at), now) });
}

export function grantTitle({ tool }: Pick<Grant, "tool">): string {
  return toolName(tool);
}

function timeOf(time: string): string {
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  return new Date(time).toLocaleString(locale, { ...day, hour: "numeric", minute: "2-digit" });
}
