/** Follows the answers of the conversation and tells what of them is to be spoken next, each word once. */
import { pieceEnd, sentenceStart } from "./sentences.ts";
import type { AnswerText, Piece } from "./types.ts";

/** Place up to which an answer has been spoken; kept over a reload. */
export interface SpokenPlace {
  answer: string;
  /** UTF-16 units of its text. */
  characters: number;
}

interface Followed {
  /** Up to here pieces have been made. */
  made: number;
  /** The text that they were made of. */
  text: string;
  /** Whether nothing more of it is spoken. */
  isDone: boolean;
}

export class Answers {
  private readonly followed = new Map<string, Followed>();
  /** Up to where an earlier page had spoken; its answer may come only with the events. */
  private place: SpokenPlace | null = null;

  /**
   * Answers from before the call are not spoken. `place`: up to where an earlier page of the same call had spoken; the rest of
   * that answer, and later ones, are.
   */
  begin(answers: readonly AnswerText[], place: SpokenPlace | null): void {
    this.place = place;
    const at = place === null ? -1 : answers.findIndex(({ key }) => key === place.answer);
    for (const [index, { key, text, isOver, isParked = false }] of answers.entries()) {
      const isDone = at < 0 ? isOver && !isParked : index < at;
      // Its question is read anew; what comes after the answer to that is spoken.
      const made = at < 0 && isParked ? text.length : this.unspoken(key).made;
      this.followed.set(key, { made, text: text.slice(0, made), isDone });
    }
  }

  /** The new pieces. `onvoid` is told of an answer whose pieces from that place on no longer hold. */
  next(answers: readonly AnswerText[], onvoid: (answer: string, from: number) => number): Piece[] {
    const known = answers.findLastIndex(({ key }) => this.followed.has(key));
    const newest = known < 0 ? answers.length - 1 : known;
    const pieces = answers.flatMap((answer, index) => {
      // An older page of the conversation, or another branch: nothing to be spoken.
      const isOld = !this.followed.has(answer.key) && (answer.isOver ? index < newest : false);
      if (isOld) this.followed.set(answer.key, { made: answer.text.length, text: "", isDone: true });
      return this.piecesOf(answer, onvoid);
    });
    this.forget(answers);
    return pieces;
  }

  /** Ends that answer: the person has interrupted it. */
  cut(answer: string): void {
    const known = this.followed.get(answer);
    if (known) known.isDone = true;
  }

  private unspoken(key: string): Followed {
    return { made: this.place?.answer === key ? this.place.characters : 0, text: "", isDone: false };
  }

  private piecesOf(answer: AnswerText, onvoid: (answer: string, from: number) => number): Piece[] {
    const known = this.followed.get(answer.key) ?? this.unspoken(answer.key);
    this.followed.set(answer.key, known);
    if (known.isDone) return [];
    if (!this.agrees(known, answer, onvoid)) return [];
    const pieces: Piece[] = [];
    for (let end = endOf(answer, known.made); end !== null; end = endOf(answer, known.made)) {
      const of = { answer: answer.key, start: known.made, end };
      const text = answer.text.slice(known.made, end);
      if (text.trim() !== "") pieces.push({ text, agent: answer.agent, of });
      known.made = end;
    }
    const isWhole = answer.isOver && known.made === answer.text.length;
    known.text = isWhole ? "" : answer.text.slice(0, known.made);
    return pieces;
  }

  /** A step that was begun anew may say something else: it is spoken from the sentence where it differs. */
  private agrees(
    known: Followed,
    { key, text, isOver }: AnswerText,
    onvoid: (answer: string, from: number) => number,
  ) {
    if (text.startsWith(known.text)) return true;
    if (!isOver && known.text.startsWith(text)) return false;
    const from = sentenceStart(text, samePart(known.text, text));
    known.made = Math.min(onvoid(key, from), text.length);
    known.text = text.slice(0, known.made);
    return true;
  }

  private forget(answers: readonly AnswerText[]): void {
    if (this.followed.size <= answers.length + 8) return;
    const shown = new Set(answers.map(({ key }) => key));
    for (const key of this.followed.keys()) if (!shown.has(key)) this.followed.delete(key);
  }
}

function endOf({ text, breaks, isOver }: AnswerText, from: number): number | null {
  if (from >= text.length) return null;
  const stop = breaks.find((place) => place > from);
  const within = stop === undefined ? text : text.slice(0, stop);
  return pieceEnd(within, from, { isOver: isOver || stop !== undefined, isFirst: from === 0 });
}

function samePart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
