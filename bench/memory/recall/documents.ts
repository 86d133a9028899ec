/** Made documents, as a workspace is full of: the same for the same seed, each with one fact that only it has. */
import { type DocumentKind, GAPS, KINDS, NAME_ENDS, NAME_STARTS } from "./document-words.ts";

export interface MadeDocument {
  path: string;
  text: string;
  question: string;
}

const MOST_PARAGRAPHS = 6;
const SENTENCES = 4;

/** Throws when more are wanted than there are names for. */
export function madeDocuments(count: number, seed = 1): MadeDocument[] {
  const pick = chooser(seed);
  const names = NAME_STARTS.flatMap((start) => NAME_ENDS.map((end) => `${start}${end}`));
  if (count > names.length) throw new Error(`there are names for ${names.length} documents`);
  return Array.from({ length: count }, () => {
    const [subject = ""] = names.splice(pick(names.length), 1);
    return madeDocument(subject, KINDS[pick(KINDS.length)] as DocumentKind, pick);
  });
}

type Pick = (below: number) => number;

function madeDocument(subject: string, kind: DocumentKind, pick: Pick): MadeDocument {
  const fill = (line: string) => filled(line, subject, pick);
  const line = () => kind.lines[pick(kind.lines.length)] ?? "";
  const paragraphs = Array.from({ length: 1 + pick(MOST_PARAGRAPHS) }, () =>
    Array.from({ length: 1 + pick(SENTENCES) }, line),
  );
  paragraphs[pick(paragraphs.length)]?.push(kind.asked.line);
  const body = paragraphs.map((each) => [...new Set(each)].map(fill).join(" "));
  return {
    path: `${kind.folder}/${subject.toLowerCase()}.md`,
    text: [`# ${fill(kind.title)}`, ...body].join("\n\n"),
    question: fill(kind.asked.question),
  };
}

function filled(line: string, subject: string, pick: Pick): string {
  return line.replace(/\{(\w+)\}/g, (_, gap: string) => {
    const choices = GAPS[gap];
    return choices === undefined ? subject : (choices[pick(choices.length)] ?? "");
  });
}

/** Mulberry32: small, and even enough for this. */
function chooser(seed: number): Pick {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % below;
  };
}
