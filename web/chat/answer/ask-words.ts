/** Times in texts of an approval, in the zone of the reader. */
import { locale } from "../../words/language.ts";

/** ISO 8601 with a zone, as tools take and return it. */
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)(?!\d)/g;

export function withLocalTimes(text: string): string {
  return text.replace(TIME, (time) => {
    const at = new Date(time);
    return Number.isNaN(at.getTime()) ? time : localTime(at);
  });
}

function localTime(at: Date): string {
  const day = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  return at.toLocaleString(locale, { ...day, hour: "numeric", minute: "2-digit" });
}
