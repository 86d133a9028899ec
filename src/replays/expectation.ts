/** Checks of a replayed answer against what its set expects, and the size in which answers are stored. */
import type { ReplaySide } from "../domain/conversation/replay.ts";
import type { Check, Expectation } from "./set.ts";

/** Case and runs of spaces do not count. A call counts though its tool did not run. */
export function checksOf({ includes, excludes, tools }: Expectation, replay: ReplaySide | null): Check[] {
  const text = plain(replay?.text ?? "");
  const called = new Set(replay?.calls.map(({ name }) => name));
  const isAnswered = replay !== null && replay.status !== "failed";
  return [
    ...includes.map((value): Check => ({ kind: "includes", value, is_met: text.includes(plain(value)) })),
    ...excludes.map(
      (value): Check => ({ kind: "excludes", value, is_met: isAnswered && !text.includes(plain(value)) }),
    ),
    ...tools.map((value): Check => ({ kind: "tool", value, is_met: called.has(value) })),
  ];
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}

const LONGEST_TEXT = 40_000;
const LONGEST_CALL = 2_000;
const MOST_CALLS = 40;

/** A side as it is stored: long texts and results of tools lose their ends. */
export function trimmedSide({ text, calls, ...rest }: ReplaySide): ReplaySide {
  return {
    ...rest,
    text: text.slice(0, LONGEST_TEXT),
    calls: calls.slice(0, MOST_CALLS).map(({ input, result, ...call }) => ({
      ...call,
      input: input.slice(0, LONGEST_CALL),
      result: result.slice(0, LONGEST_CALL),
    })),
  };
}
