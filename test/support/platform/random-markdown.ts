/** Answers as models write them, and as they do not: made of a number, the same each time. */

/** Numbers from 0 to 1 that follow from a seed. */
export function numbersOf(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS = [
  "owl",
  "Straße",
  "naïve",
  "東京",
  "שלום",
  "مرحبا",
  "👩‍👩‍👧‍👦",
  "🇩🇪",
  "e\u0301",
  "a<b",
  "R&D",
  "x>y",
  "snake_case",
  "2*3",
  "~5",
  "@here",
];

/** Each word is numbered, so that none can be lost unseen: `w17`. */
export function randomMarkdown(seed: number, length: number): { markdown: string; words: number } {
  const next = numbersOf(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
  let words = 0;
  const word = () => `w${words++}x${pick(WORDS)}`;
  const line = (most: number) => Array.from({ length: 1 + Math.floor(next() * most) }, word).join(" ");
  const blocks: (() => string)[] = [
    () => line(60),
    () => `${line(5)} **${line(3)}** and *${line(2)}* or ~~${line(2)}~~ with \`${line(2)}\` ${line(4)}.`,
    () => `${"#".repeat(1 + Math.floor(next() * 6))} ${line(6)}`,
    () => Array.from({ length: 6 }, () => `- ${line(8)}\n  - ${line(4)}`).join("\n"),
    () => Array.from({ length: 5 }, (_none, at) => `${at + 1}. ${line(8)}`).join("\n"),
    () => `\`\`\`js\n${Array.from({ length: 12 }, () => line(8)).join("\n")}\n\`\`\``,
    () => `[${line(3)}](https://example.com/${"p".repeat(Math.floor(next() * 80))}?a=1&b=2) ${line(3)}`,
    () => `> ${line(9)}\n> ${line(9)}`,
    () =>
      `| ${line(2)} | ${line(2)} |\n|---|---|\n${Array.from({ length: 4 }, () => `| ${line(2)} | ${line(2)} |`).join("\n")}`,
    () => `- [ ] ${line(3)}\n- [x] ${line(3)}`,
    () => `w${words++}x${"Z".repeat(Math.floor(next() * 5_000))}`,
    () => `${line(2)} <b>${line(2)}</b> ![${line(1)}](https://example.com/i.png) **${line(2)}`,
  ];
  let markdown = pick(blocks)();
  while (markdown.length < length) markdown += `\n\n${pick(blocks)()}`;
  return { markdown, words };
}

/** The numbers of the words, in order. */
export function numbersIn(text: string): number[] {
  return [...text.matchAll(/w(\d+)x/g)].map(([, number]) => Number(number));
}
