/** The part of an answer that is shown around the sentence that sounds. */
import type { AnswerText, Piece } from "./types.ts";

interface Caption {
  before: string;
  current: string;
  after: string;
}

/** Shown before the sentence, and after it: characters. */
const AROUND = 160;

/** Null: nothing sounds. */
export function captionOf(piece: Piece | null, answers: readonly AnswerText[]): Caption | null {
  if (piece === null) return null;
  const { of, text } = piece;
  const whole = answers.findLast(({ key }) => key === of?.answer)?.text;
  if (!of || whole === undefined) return { before: "", current: text, after: "" };
  return {
    before: fromWord(whole.slice(Math.max(0, of.start - AROUND), of.start), of.start > AROUND),
    current: text,
    after: toWord(whole.slice(of.end, of.end + AROUND), whole.length > of.end + AROUND),
  };
}

function fromWord(text: string, isCut: boolean): string {
  return isCut ? `…${text.slice(text.indexOf(" "))}` : text;
}

function toWord(text: string, isCut: boolean): string {
  return isCut ? `${text.slice(0, text.lastIndexOf(" "))} …` : text;
}
