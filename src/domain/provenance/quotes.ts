/** Whether a text repeats words of others: a run of words, an address or a number that its author did not have from elsewhere. */
import { type NormalText, normalText } from "./normal-form.ts";

/** Shortest run of words that counts as a quote. */
const RUN = 4;
/** Characters of foreign text that are compared; beyond them a text counts as quoting. */
const MOST = 300_000;

/** `own`: words that do not count, as the person has said them. */
export function quotes(text: string, foreign: readonly string[], own: readonly string[] = []): boolean {
  if (foreign.reduce((sum, each) => sum + each.length, 0) > MOST) return true;
  const [mine, said] = [normalText(text), normalText(own.join("\n"))];
  const others = foreign.map(normalText);
  return sharesAddress(mine, others, said) || sharesRun(mine, others, said);
}

function sharesAddress(mine: NormalText, others: readonly NormalText[], said: NormalText): boolean {
  return (["emails", "numbers"] as const).some((kind) =>
    [...mine[kind]].some((each) => !said[kind].has(each) && others.some((other) => other[kind].has(each))),
  );
}

function sharesRun(mine: NormalText, others: readonly NormalText[], said: NormalText): boolean {
  const runs = new Set(runsOf(mine.words));
  for (const run of runsOf(said.words)) runs.delete(run);
  return runs.size > 0 && others.some(({ words }) => runsOf(words).some((run) => runs.has(run)));
}

/** Each run of words; a host with a path is one that counts by itself. */
function runsOf(words: string): string[] {
  const all = words.match(/[\p{L}\p{N}]+/gu) ?? [];
  const hosts = words.match(/(?:[\w-]+\.)+[a-z]{2,24}(?:\/\S*)?/g) ?? [];
  return [
    ...hosts,
    ...all.slice(0, Math.max(0, all.length - RUN + 1)).map((_, at) => all.slice(at, at + RUN).join(" ")),
  ];
}
