/** Documents of ChatGPT's canvas, which stand in what the assistant says to that tool: shown as they were written. */
import { z } from "zod";
import { isRecord, parseJson } from "../../platform/json.ts";

const Written = z.looseObject({
  name: z.string().catch("").default(""),
  type: z.string().catch("document").default("document"),
  content: z.string().min(1),
});
const Changed = z.looseObject({
  updates: z.array(z.looseObject({ pattern: z.string(), replacement: z.string() })).min(1),
});
/** A change of all that was there: others say nothing without the document before. */
const ALL = /^\^?\.[*+]\$?$|^\(\?s\)\.\*$|^\[\\s\\S\]\*$/;

/** Undefined: it is no document, or a change of parts of one. */
export function canvasText({ recipient, content }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof recipient !== "string" || !recipient.startsWith("canmore.")) return undefined;
  const said =
    isRecord(content) && Array.isArray(content["parts"]) ? content["parts"].join("") : textIn(content);
  const json = parseJson(said);
  const written = Written.safeParse(json).data;
  if (written) return shown(written);
  const update = Changed.safeParse(json).data?.updates.find(({ pattern }) => ALL.test(pattern));
  return update && update.replacement.trim() !== "" ? update.replacement : undefined;
}

function textIn(content: unknown): string {
  return isRecord(content) && typeof content["text"] === "string" ? content["text"] : "";
}

/** `type`: `document`, or `code/python`. */
function shown({ name, type, content }: z.output<typeof Written>): string {
  const title = name.replaceAll(/[_-]+/g, " ").trim();
  const head = title === "" ? "" : `**${title}**\n\n`;
  const language = /^code\/([\w+#-]{1,30})$/.exec(type)?.[1];
  if (language === undefined) return `${head}${content}`;
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${head}${fence}${language}\n${content.trimEnd()}\n${fence}`;
}
