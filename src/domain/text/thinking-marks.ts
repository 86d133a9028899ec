/** Marks between which models write to themselves, in the text of an answer. */

const NAMES = "think|thinking|antthinking|thoughts?|reasoning|reflection|scratchpad|inner_monologue";
const SPACES = "(?:antml|seed|mm):";

/** Marks in pairs: the opening, what closes it, and the opening's beginnings as literal texts. */
const OPENINGS = [
  `<(?:${SPACES})?(?:${NAMES})(?:\\s[^<>\\n]{0,100})?>`,
  "\\[THINK\\]",
  "◁think▷",
  "<\\|(?:begin_of_thought|START_THINKING)\\|>",
  "<\\|channel\\|>analysis<\\|message\\|>",
  "<\\|channel>thought\\n?",
];
const CLOSINGS = [
  `<\\/(?:${SPACES})?(?:${NAMES})\\s?>`,
  "\\[\\/THINK\\]",
  "◁\\/think▷",
  "<\\|(?:end_of_thought|END_THINKING)\\|>",
  "<\\|channel\\|>final<\\|message\\|>",
  "<\\/?channel\\|>",
];

export const OPENING = new RegExp(`^(?:${OPENINGS.join("|")})`, "i");
export const CLOSING = new RegExp(`^(?:${CLOSINGS.join("|")})`, "i");

/** Characters that a mark begins with. */
export const FIRST = /[<[◁]/;

const STEMS = [
  ...NAMES.replace("thoughts?", "thought|thoughts")
    .split("|")
    .flatMap((name) =>
      ["", "antml:", "seed:", "mm:"].flatMap((space) => [`<${space}${name}`, `</${space}${name}`]),
    ),
  "[think]",
  "[/think]",
  "◁think▷",
  "◁/think▷",
  "<|begin_of_thought|>",
  "<|end_of_thought|>",
  "<|start_thinking|>",
  "<|end_thinking|>",
  "<|channel|>analysis<|message|>",
  "<|channel|>final<|message|>",
  "<|channel>thought",
  "<channel|>",
  "</channel|>",
];

/** Whether more text could make a mark of this one, which begins with one of its characters. */
export function mayBecomeMark(text: string): boolean {
  const lower = text.toLowerCase();
  return STEMS.some((stem) => stem.startsWith(lower) || isOpenTag(lower, stem));
}

/** A tag's name is whole, and its attributes have not ended. */
function isOpenTag(text: string, stem: string): boolean {
  return text.startsWith(`${stem} `) && text.length - stem.length <= 100 && !/[<>\n]/.test(text.slice(1));
}
