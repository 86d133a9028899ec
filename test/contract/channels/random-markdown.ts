/** Answers as models write them, at random: the same number gives the same answer. Each word that counts is numbered. */
import { Random } from "../../chaos/random.ts";

const FILLERS = [
  "the",
  "answer",
  "depends",
  "on",
  "what",
  "you",
  "mean.",
  "**strong words**",
  "*soft ones*",
  "`code_span()`",
  "~~gone~~",
  "snake_case_name",
  "2 * 3 * 4",
  "a_b*c",
  "x < y && y > z",
  '"quoted"',
  "R&D",
  "[a page](https://example.com/a_(b)?q=1&r=2)",
  "https://example.com/long/path?with=query#and_hash",
  "👩‍👩‍👧‍👦",
  "👍🏽",
  "🇩🇪",
  "e\u0301te\u0301",
  "שלום עולם",
  "مرحبا بالعالم",
  "日本語の文章です。",
  "Größe",
  "\\*not strong\\*",
  "!",
  "#no-heading",
  "1.5",
  "-",
  "+1",
  "|",
  "{curly}",
  "~tilde~",
  "_under_",
  "<b>tag</b>",
  "&amp;",
] as const;
const LANGUAGES = ["ts", "python", "", "json", "c++"] as const;
const LINES = [
  "  if (a < b && c > d) {",
  "\treturn `x`;",
  "# a comment * with _marks_",
  "}",
  "",
  'print("👍🏽")',
  "**kwargs",
] as const;

export function randomMarkdown(seed: number): string {
  const writer = new Writer(new Random(seed));
  // Most answers are short; some are as long as they come.
  const length = seed % 10 === 0 ? 20_000 : writer.random.between(1, 5_000);
  return writer.answer(length);
}

class Writer {
  readonly random: Random;
  private words = 0;

  constructor(random: Random) {
    this.random = random;
  }

  answer(length: number): string {
    const blocks: string[] = [];
    for (let size = 0; size < length; size += (blocks.at(-1)?.length ?? 0) + 2) blocks.push(this.block());
    return blocks.join("\n\n");
  }

  private block(): string {
    const kinds = [
      this.paragraph,
      this.paragraph,
      this.code,
      this.list,
      this.table,
      this.quote,
      this.heading,
      this.unbroken,
    ] as const;
    return this.random.pick(kinds).call(this);
  }

  private word(): string {
    this.words += 1;
    return `zq${this.words}qz`;
  }

  private prose(most: number): string {
    return Array.from({ length: this.random.between(1, most) }, () =>
      this.random.chance(0.4) ? this.word() : this.random.pick(FILLERS),
    ).join(" ");
  }

  private paragraph(): string {
    return Array.from({ length: this.random.between(1, 3) }, () => `So ${this.prose(80)}`).join("\n");
  }

  private code(): string {
    const fence = this.random.pick(["```", "````", "~~~"]);
    const lines = Array.from({ length: this.random.between(1, 60) }, () =>
      this.random.chance(0.5) ? `  ${this.word()}();` : this.random.pick(LINES),
    );
    return [`${fence}${this.random.pick(LANGUAGES)}`, ...lines, fence].join("\n");
  }

  private list(): string {
    const isNumbered = this.random.chance(0.5);
    const items = Array.from({ length: this.random.between(1, 12) }, (_, at) => {
      const indent = "  ".repeat(at === 0 ? 0 : this.random.between(0, 2));
      return `${indent}${isNumbered ? `${at + 1}.` : "-"} ${this.word()} ${this.prose(15)}`;
    });
    return items.join("\n");
  }

  private table(): string {
    const rows = Array.from(
      { length: this.random.between(1, 8) },
      () => `| ${this.word()} | ${this.word()} |`,
    );
    return ["| what | how |", "| --- | ---: |", ...rows].join("\n");
  }

  private quote(): string {
    return `> ${this.word()} ${this.prose(30)}`;
  }

  private heading(): string {
    return `${"#".repeat(this.random.between(1, 6))} ${this.word()} and more`;
  }

  /** Nothing in it offers a place to cut. */
  private unbroken(): string {
    return `${this.word()} ${this.random.pick(["A1b2", "長い", "👩‍👩‍👧‍👦", "é"]).repeat(this.random.between(1, 1_500))}`;
  }
}
