/** A written talk with an assistant: what the person says, what is said about the subject, and labelled questions. */

export interface Said {
  /** Label by which questions name it as evidence; `label.a` is the answer to it. */
  label: string;
  text: string;
  /** Statement of the answer, beside its page of advice. */
  answer: string | undefined;
}

export interface Asked {
  kind: string;
  text: string;
  /** Labels; none: the talk does not tell. */
  evidence: readonly string[];
}

export interface WrittenTalk {
  name: string;
  person: string;
  /** ms since the epoch. */
  from: number;
  said: readonly Said[];
  /** Things that the talk is about, as noun phrases. */
  matters: readonly string[];
  /** Sentences and pieces of code for the answers. */
  advice: readonly string[];
  questions: readonly Asked[];
}

/** Throws where the file lacks a part, or a question names an unknown label. */
export function parseTalk(name: string, file: string): WrittenTalk {
  const [head = "", ...parts] = file.split(/^== /m);
  const part = (title: string) => {
    const found = parts.find((each) => each.startsWith(`${title}\n`));
    if (found === undefined) throw new Error(`${name} has no part "${title}"`);
    return found.slice(title.length + 1).trim();
  };
  const talk = {
    name,
    person: /^person: (.+)$/m.exec(head)?.[1] ?? "",
    from: Date.parse(/^from: (.+)$/m.exec(head)?.[1] ?? ""),
    said: part("said").split("\n").map(saidOf),
    matters: part("matters").split("|"),
    advice: part("advice")
      .split("|")
      .map((each) => each.replaceAll("\\n", "\n")),
    questions: part("questions").split("\n").map(askedOf),
  };
  checkLabels(talk);
  return talk;
}

function saidOf(line: string): Said {
  const [label = "", rest = ""] = splitAt(line, "|");
  const [text = "", answer] = rest.split(" << ");
  return { label, text: text.trim(), answer };
}

function askedOf(line: string): Asked {
  const [kind = "", text = "", labels = ""] = line.split("|").map((each) => each.trim());
  return { kind, text, evidence: labels.split(" ").filter((label) => label !== "") };
}

function splitAt(line: string, mark: string): string[] {
  const at = line.indexOf(mark);
  return [line.slice(0, at), line.slice(at + mark.length)];
}

function checkLabels({ name, said, questions }: WrittenTalk): void {
  const known = new Set(
    said.flatMap(({ label, answer }) => [label, ...(answer === undefined ? [] : [`${label}.a`])]),
  );
  const unknown = questions.flatMap(({ evidence }) => evidence.filter((label) => !known.has(label)));
  if (unknown.length > 0) throw new Error(`${name} has no ${unknown.join(", ")}`);
}
