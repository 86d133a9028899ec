/** Finds where a value stands in the context of a turn, and whether the person's words lead there. */

import { ASK_USER } from "../../agent/ports/tool.ts";
import type { ReadAnswer, TurnSources } from "../../agent/ports/trust.ts";
import { fitsKind, isTextName, kindOfName } from "../../domain/provenance/argument-kinds.ts";
import { decodedOf } from "../../domain/provenance/decoded.ts";
import { type Field, fieldsOf, keysOf, structureOf } from "../../domain/provenance/fields.ts";
import {
  isEmail,
  isIban,
  isTime,
  type NormalText,
  normalText,
  normalWords,
} from "../../domain/provenance/normal-form.ts";
import type { ArgumentOrigin, Origin } from "../../domain/provenance/provenance.ts";
import { isAmountSaid, isMadeOfSaid, isSaid } from "../../domain/provenance/said.ts";
import { sentenceAround } from "../../domain/text/sentence-around.ts";
import { addressesIn, addressKey } from "../addresses.ts";
import { isLedTo } from "./led-to.ts";
import { isSameValue, leavesOf } from "./values.ts";

type Kind = ArgumentOrigin["kind"];
type Finding = Pick<ArgumentOrigin, "origin" | "is_clean">;

export interface ForeignLine {
  /** The call that brought it, and the field or the line there. */
  place: string;
  text: string;
}

interface Source extends ReadAnswer {
  /** Undefined: running text. */
  fields: Field[] | undefined;
  /** Names of the fields. */
  keys: string[];
  /** The person's words led to the call, or it was made before anything from outside was read. */
  is_clean: boolean;
}

export class Evidence {
  private readonly sources: TurnSources;
  private readonly normal = new Map<string, NormalText>();
  private known: Source[] | undefined;
  private foreignLines: ForeignLine[] | undefined;
  private foreignPassages: string[] | undefined;

  constructor(sources: TurnSources) {
    this.sources = sources;
  }

  /** All that the person has said in the conversation. */
  get said(): NormalText {
    return this.normalOf([...this.sources.own, ...this.replies()].join("\n"));
  }

  /** The words that this turn answers. A short yes stands for the message before it too. */
  get asked(): NormalText {
    const { own } = this.sources;
    const last = own.at(-1) ?? "";
    return this.normalOf([...(isShort(last) ? own.slice(-2) : [last]), ...this.replies()].join("\n"));
  }

  /** Fields of structured answers. */
  get fields(): readonly Field[] {
    return this.answers().flatMap(({ fields }) => fields ?? []);
  }

  originOf(value: string, kind: Kind): Finding {
    return this.originWithin(value, kind, this.answers());
  }

  /** A web address is compared as it is written: its path may carry something in its case. */
  private addressWithin(value: string, answers: readonly Source[]): Finding {
    const key = addressKey(value);
    const isNamed = this.sources.own.some((text) =>
      addressesIn(text).some((said) => addressKey(said) === key),
    );
    if (isNamed) return { origin: { from: "person" }, is_clean: true };
    const field = this.fieldWith(value, "address", answers);
    return field ?? { origin: this.textWith(value, answers) ?? { from: "made" }, is_clean: false };
  }

  /** Lines of running text from outside, with the answer that each stands in. */
  get lines(): readonly ForeignLine[] {
    this.foreignLines ??= [
      ...this.answers()
        .filter(({ trust }) => trust === "untrusted")
        .flatMap(linesOfAnswer),
      ...this.sources.foreign.flatMap(({ from, text }) => linesIn(text, from)),
    ];
    return this.foreignLines;
  }

  /** Passages from outside that may hold a whole order, also one in another writing. */
  get passages(): readonly string[] {
    this.foreignPassages ??= [
      ...this.answers()
        .filter(({ trust }) => trust === "untrusted")
        .flatMap(textsOf),
      ...this.sources.foreign.map(({ text }) => text),
    ].flatMap((text) => [text, ...decodedOf(text)].flatMap(passagesIn));
    return this.foreignPassages;
  }

  isOwnWord(value: string): boolean {
    return isSaid(value, this.said);
  }

  /** Short values count here, and numbers. */
  isIn(value: string, text: string): boolean {
    const line = this.normalOf(text);
    const isShort = value.length < SHORT_VALUE || /^[\d.,]+$/.test(value);
    return isSaid(value, line) || (isShort && line.words.includes(normalWords(value)));
  }

  /** The line from outside in which the value stands. Undefined: in none. */
  lineWith(value: string): ForeignLine | undefined {
    return this.lines.findLast(({ text }) => isSaid(value, this.normalOf(text)));
  }

  /** Whether the value is such a field of an answer of that tool to which the person's words led. */
  isFieldOf(value: string, tool: string, key: string): boolean {
    return this.answers().some(
      (answer) =>
        answer.is_clean &&
        isToolNamed(answer.tool, tool) &&
        (answer.fields ?? []).some((field) => field.key === key && isSameValue(field.value, value)),
    );
  }

  private originWithin(value: string, kind: Kind, answers: readonly Source[]): Finding {
    if (kind === "address" && isWeb(value)) return this.addressWithin(value, answers);
    if (this.isPersons(value, kind)) return { origin: { from: "person" }, is_clean: true };
    if (isSaid(value, this.normalOf(this.sources.memory)))
      return { origin: { from: "memory" }, is_clean: true };
    const own = answers.find((answer) => answer.trust === "trusted" && this.isOwn(value, answer));
    if (own) return { origin: { from: "own", call_id: own.call_id, tool: own.tool }, is_clean: true };
    const field = this.fieldWith(value, kind, answers);
    if (field?.is_clean) return field;
    if (isComposed(kind) && isMadeOfSaid(value, this.said))
      return { origin: { from: "person" }, is_clean: true };
    return field ?? { origin: this.textWith(value, answers) ?? { from: "made" }, is_clean: false };
  }

  private isPersons(value: string, kind: Kind): boolean {
    return isSaid(value, this.said) || (kind === "amount" && isAmountSaid(value, this.said));
  }

  /** A tool's own words. What an earlier call was given does not count: the tool may only repeat it. */
  private isOwn(value: string, answer: Source): boolean {
    const at = this.sources.answers.findIndex(({ call_id }) => call_id === answer.call_id);
    const given = this.sources.answers.slice(0, at + 1).map(({ input }) => JSON.stringify(input) ?? "");
    return isSaid(value, this.normalOf(answer.content)) && !isSaid(value, normalText(given.join("\n")));
  }

  private fieldWith(value: string, kind: Kind, answers: readonly Source[]): Finding | undefined {
    const found = answers.flatMap((answer) =>
      (answer.fields ?? []).flatMap((field) =>
        !isTextName(field.key) && isSame(field.value, value, kind) ? [{ answer, field }] : [],
      ),
    );
    const all = answers.filter(({ is_clean }) => is_clean).flatMap(({ fields }) => fields ?? []);
    const led = found.find(
      ({ answer, field }) =>
        answer.is_clean &&
        fitsKind(field.key, kind) &&
        isLedTo({ field, kind, all, input: answer.input }, this),
    );
    const { answer, field } = led ?? found[0] ?? {};
    if (!answer || !field) return undefined;
    const { call_id, tool } = answer;
    return { origin: { from: "field", call_id, tool, field_path: field.path }, is_clean: led !== undefined };
  }

  private textWith(value: string, answers: readonly Source[]): Origin | undefined {
    for (const { call_id, tool, content, trust } of answers.toReversed()) {
      if (trust === "trusted" || !isSaid(value, this.normalOf(content))) continue;
      return { from: "text", call_id, tool, sentence: sentenceAround(content, value) };
    }
    const foreign = this.sources.foreign.find(({ text }) => isSaid(value, this.normalOf(text)));
    if (!foreign) return undefined;
    const from = foreign.from === "memory" ? "memory" : "text";
    return { from, sentence: sentenceAround(foreign.text, value) };
  }

  /** Answers that the person typed. A chosen option is the model's wording. */
  private replies(): string[] {
    return this.sources.answers.flatMap(({ tool, trust, content, input }) => {
      if (tool !== ASK_USER || trust === "untrusted") return [];
      const offered = leavesOf(input).some(({ value }) => isSameValue(value, content));
      return offered ? [] : [content];
    });
  }

  private answers(): Source[] {
    if (this.known) return this.known;
    const known: Source[] = [];
    let hasRead = this.sources.foreign.length > 0;
    for (const answer of this.sources.answers) {
      const is_clean = !hasRead || this.isLed(answer, known);
      known.push({ ...answer, is_clean, ...structureIn(answer) });
      hasRead ||= answer.trust === "untrusted";
    }
    this.known = known;
    return known;
  }

  /** Whether each argument of the call came from the person, as far as it names something. */
  private isLed({ input }: ReadAnswer, before: readonly Source[]): boolean {
    return leavesOf(input)
      .filter(({ value }) => value.length >= SHORT_VALUE && !isTime(value))
      .every(({ value, key }) => this.originWithin(value, kindOfName(key) ?? "plain", before).is_clean);
  }

  private normalOf(text: string): NormalText {
    const known = this.normal.get(text) ?? normalText(text);
    this.normal.set(text, known);
    return known;
  }
}

const SHORT_VALUE = 4;

function isWeb(value: string): boolean {
  return !isEmail(normalWords(value)) && !isIban(normalWords(value));
}

function isSame(one: string, other: string, kind: Kind): boolean {
  const isAddress = kind === "address" && isWeb(one) && isWeb(other);
  return isAddress ? addressKey(one) === addressKey(other) : isSameValue(one, other);
}

function isComposed(kind: Kind): boolean {
  return kind === "selector" || kind === "plain";
}

const SHORT_WORDS = 6;

function isShort(words: string): boolean {
  return words.trim().split(/\s+/).length < SHORT_WORDS;
}

/** Tools that bring a document as it is: JSON in it is its author's. */
const BRINGS_DOCUMENT =
  /file|page|url|web|fetch|document|content|attachment|resource|raw|download|^read$|^run_code$|^browser$/;

function structureIn({ tool, content, structured_from }: ReadAnswer): Pick<Source, "fields" | "keys"> {
  const isDocument = structured_from === undefined && BRINGS_DOCUMENT.test(tool);
  const value = isDocument ? undefined : structureOf(content.slice(structured_from ?? 0));
  return { fields: value && fieldsOf(value), keys: keysOf(value) };
}

/** A server's tool may be named without its server. */
export function isToolNamed(tool: string, name: string): boolean {
  return tool === name || tool.endsWith(`_${name}`);
}

function linesOfAnswer({ call_id, content, fields, keys }: Source): ForeignLine[] {
  if (!fields) return linesIn(content, call_id);
  return [
    ...fields.flatMap(({ path, value }) => linesIn(value, `${call_id} ${path}`)),
    ...keys.flatMap((key) => linesIn(key, `${call_id} name`)),
  ];
}

function linesIn(text: string, from: string): ForeignLine[] {
  return text.split("\n").map((line, at) => ({ place: `${from} ${at}`, text: line }));
}

/** Lines that follow each other, within which an order may be written down. */
const PASSAGE = 8;

function passagesIn(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const starts = lines.slice(0, Math.max(1, lines.length - PASSAGE + 1));
  return starts.map((_, at) => lines.slice(at, at + PASSAGE).join("\n"));
}

/** The texts of an answer: each field, each name of one, each record of its own; or the whole. */
function textsOf({ content, fields, keys }: Source): string[] {
  if (!fields) return [content];
  const records = new Set(fields.flatMap((field) => field.records.filter(isRecordOfOwn)));
  const joined = [...records].map((record) =>
    leavesOf(record)
      .map(({ value }) => value)
      .join("\n"),
  );
  return [...fields.map(({ value }) => value), ...keys, ...joined];
}

/** The nearest one, and those around it but for the whole answer. */
function isRecordOfOwn(_record: object, at: number, { length }: readonly object[]): boolean {
  return at === 0 || at < length - 1;
}
