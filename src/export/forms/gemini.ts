/**
 * Gemini's chats as Google Takeout exports them, as "My Activity" in JSON: a list of what was asked and answered, newest
 * first, with nothing that says which of them belong together.
 */
import { z } from "zod";
import { readWholeHtml } from "../../tools/web/html/html.ts";
import { type ImportForm, SayingCollector, timeOf } from "../said.ts";

const Activity = z.looseObject({
  header: z.string(),
  title: z.string(),
  time: z.string(),
  products: z.array(z.string()).catch([]).default([]),
  safeHtmlItem: z
    .array(z.looseObject({ html: z.string() }))
    .catch([])
    .default([]),
});
type Activity = z.output<typeof Activity>;

/** Verbs that begin the title of what a person said, and of what they did besides. */
const SAID = /^(?:Prompted(?: with:)?|Asked(?: (?:Gemini|Bard):)?|Said|Branched|Answered)\s+/;
const DONE =
  /^(?:Created|Used|Added|Gave|Selected|Shared|Deleted|Viewed|Visited|Searched|Edited|Pinned|Renamed|Exported|Updated)\s/;
const ATTACHED = /\s*Attached \d+ files?\.?\s*$/i;

/** Whether it is an entry of "My Activity", of whichever product. */
export function isActivity(json: unknown): boolean {
  return Activity.safeParse(json).success;
}

/** Time in ms of something said to Gemini; undefined for other activity. */
export function timeSaid(json: unknown): number | undefined {
  const { data } = Activity.safeParse(json);
  return data && isOfGemini(data) && questionOf(data) !== "" ? timeOf(data.time) : undefined;
}

/** A list of activities that belong together, oldest first. */
export const readGemini: ImportForm = (json) => {
  const { data } = z.array(Activity).min(1).safeParse(json);
  const [first] = data ?? [];
  if (!data || !first) return undefined;
  const said = new SayingCollector();
  for (const activity of data) {
    const at = timeOf(activity.time);
    said.add({ role: "user", text: questionOf(activity), at });
    said.add({ role: "model", text: answerOf(activity), at });
    if (said.isTooLong) return "too_long";
  }
  return said.end({ source: `gemini:${first.time}`, title: undefined, begun: timeOf(first.time) });
};

function isOfGemini({ header, products }: Activity): boolean {
  return [header, ...products].some((name) => /gemini|bard/i.test(name));
}

/** Accounts in other languages have other verbs: there the whole title counts where something was answered. */
function questionOf({ title, safeHtmlItem }: Activity): string {
  if (DONE.test(title)) return "";
  const isSaid = SAID.test(title) || safeHtmlItem.length > 0;
  return isSaid ? title.replace(SAID, "").replace(ATTACHED, "").trim() : "";
}

function answerOf({ safeHtmlItem }: Activity): string {
  return safeHtmlItem.map(({ html }) => readWholeHtml(html).trim()).join("\n\n");
}
