/** Standing wishes and preferences of the talks: which are recognised, and which are put before an agent that is asked. */
import { fittingWishes } from "../../../src/memory/wishes/fit.ts";
import { wishesIn } from "../../../src/memory/wishes/recognise.ts";
import type { AssistantTalk } from "./talks.ts";

const KINDS: readonly string[] = ["preference", "standing"];

interface WishScores {
  /** Messages that the questions of those kinds ask for, and how many of them are recognised. */
  labelled: number;
  recognised: number;
  /** All messages that are recognised. */
  all: number;
  questions: number;
  /** Questions whose message is among the lines that the agent is given. */
  shown: number;
  /** Lines for each question, on average. */
  lines: number;
}

/** Each talk is one person's memory. */
export function wishScoresOf(talks: readonly AssistantTalk[]): WishScores {
  const all = talks.map(scoresOf);
  const sum = (of: (each: WishScores) => number) => all.reduce((total, each) => total + of(each), 0);
  const questions = sum((each) => each.questions);
  return {
    labelled: sum(({ labelled }) => labelled),
    recognised: sum(({ recognised }) => recognised),
    all: sum((each) => each.all),
    questions,
    shown: sum(({ shown }) => shown),
    lines: sum((each) => each.lines * each.questions) / Math.max(1, questions),
  };
}

function scoresOf({ messages, questions }: AssistantTalk): WishScores {
  const held = messages
    .filter(({ role }) => role === "user")
    .flatMap(({ id, at, text }) =>
      wishesIn(text).flatMap(({ kind, words, condition }) =>
        kind === "lift" ? [] : [{ id, kind, content: words, condition, said_at: at }],
      ),
    );
  const found = new Set(held.map(({ id }) => id));
  const asked = questions.filter(({ kind }) => KINDS.includes(kind));
  const labelled = new Set(asked.flatMap(({ evidence }) => evidence));
  const given = asked.map(({ text, evidence }) => ({ evidence, lines: fittingWishes(held, text) }));
  return {
    labelled: labelled.size,
    recognised: [...labelled].filter((id) => found.has(id)).length,
    all: found.size,
    questions: asked.length,
    shown: given.filter(({ evidence, lines }) => lines.some(({ id }) => evidence.includes(id))).length,
    lines: given.reduce((total, { lines }) => total + lines.length, 0) / Math.max(1, asked.length),
  };
}
