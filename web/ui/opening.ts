/** Opening times in words. */
import { locale } from "../words/language.ts";
import { t } from "../words/t.ts";

interface Opening {
  is_open: boolean;
  /** ISO 8601; null: it is open. */
  opens_at: string | null;
  /** ISO 8601; null: it is closed, or never closes. */
  closes_at: string | null;
}

/** `now` in ms since the epoch. */
export function openWords({ is_open, opens_at, closes_at }: Opening, now: number): string {
  if (!is_open)
    return opens_at === null ? t("Closed") : t("Opens {opens_at}", { opens_at: timeWords(opens_at, now) });
  return closes_at === null
    ? t("Open")
    : t("Open until {closes_at}", { closes_at: timeWords(closes_at, now) });
}

const DAY_MS = 86_400_000;

function timeWords(at: string, now: number): string {
  const then = new Date(at);
  const time = then.toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit" });
  return then.getTime() - now < DAY_MS / 2
    ? time
    : `${then.toLocaleDateString(locale, { weekday: "long" })}, ${time}`;
}
