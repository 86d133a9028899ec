/**
 * Parses Markdown block by block. While text streams in, finished blocks are never parsed again: only the open end is.
 * A complete text with link definitions or footnotes is parsed once more as a whole; blocks that come out the same are
 * kept.
 */
import { Lexer, Marked, type Token, type Tokens } from "marked";
import { footnoteExtensions } from "./footnotes.ts";
import { mathExtensions } from "./math/math-syntax.ts";
import { mendMarkdown } from "./mending.ts";
import { literals, markRules } from "./signs.ts";

export type Block = ProseBlock | CodeBlock;

export interface ProseBlock {
  kind: "prose";
  key: string;
  raw: string;
  tokens: Token[];
  /** A heading's level in the outline of the page. */
  level?: number | undefined;
  /** Whether the block is complete. */
  settled: boolean;
}

export interface CodeBlock {
  kind: "code";
  key: string;
  raw: string;
  language: string;
  text: string;
  settled: boolean;
}

export interface Reading {
  source: string;
  blocks: readonly Block[];
  /** The number of leading finished blocks, and where in the source the rest begins. */
  finished: number;
  rest: number;
  links: Lexer["tokens"]["links"];
  done: boolean;
}

export const markdownParser = new Marked({
  gfm: true,
  breaks: false,
  extensions: [literals, ...mathExtensions, ...footnoteExtensions],
  tokenizer: markRules,
});

export const NOTHING_READ: Reading = { source: "", blocks: [], finished: 0, rest: 0, links: {}, done: false };

/** A link or footnote definition anywhere changes blocks that were parsed before it. */
const DEFINES = /^ {0,3}\[[^\]\n]+\]:/m;

/** `before` is the result for an earlier state of the same text; any other text is parsed from the start. */
export function read(before: Reading, source: string, done: boolean): Reading {
  if (before.source === source && before.done === done) return before;
  const goesOn = !before.done && source.startsWith(before.source);
  const grows = goesOn && !(done && DEFINES.test(source));
  const base = grows ? before : { ...NOTHING_READ, blocks: before.blocks };
  const { tokens, links } = lex(source.slice(base.rest), base.links);
  const open = done ? tokens.length : openFrom(tokens);
  const firm = tokens.slice(0, open);
  const fresh = [...firm.flatMap((token) => blockOf(token, true)), ...openBlocks(tokens.slice(open), links)];
  const finished = base.finished + firm.filter(isShown).length;
  return {
    source,
    blocks: keyed([...base.blocks.slice(0, base.finished), ...fresh], before.blocks, !grows && hasAny(links)),
    finished,
    rest: base.rest + firm.reduce((length, token) => length + token.raw.length, 0),
    links: { ...base.links, ...addressesOf(firm) },
    done,
  };
}

/** Link definitions in finished blocks only: one that is still being written would stay cut short. */
function addressesOf(tokens: readonly Token[]): Reading["links"] {
  const defs = tokens.flatMap((token) => (token.type === "def" ? [token as Tokens.Def] : []));
  return Object.fromEntries(defs.map(({ tag, href, title }) => [tag, { href, title }]));
}

function lex(source: string, links: Reading["links"]) {
  const lexer = new Lexer(markdownParser.defaults);
  Object.assign(lexer.tokens.links, links);
  const tokens = lexer.lex(source);
  return { tokens: [...tokens], links: tokens.links };
}

/** Only the last block can still grow. Blank lines do not close it, since a list goes on over them. */
function openFrom(tokens: readonly Token[]): number {
  const last = tokens.findLastIndex((token) => token.type !== "space");
  return Math.max(0, last);
}

function openBlocks(tokens: readonly Token[], links: Reading["links"]): Block[] {
  return tokens.flatMap((token) => (token.type === "code" ? blockOf(token, false) : healed(token, links)));
}

/** Unfinished emphasis, links and code at the end of the text are completed. */
function healed(token: Token, links: Reading["links"]): Block[] {
  if (!isShown(token)) return [];
  const whole = mendMarkdown(token.raw);
  const { tokens } = lex(whole, links);
  return tokens.flatMap((part) => blockOf(part, false)).map((block) => ({ ...block, settled: false }));
}

function blockOf(token: Token, settled: boolean): Block[] {
  if (!isShown(token)) return [];
  const { raw } = token;
  if (token.type !== "code") return [{ kind: "prose", key: "", raw, tokens: [token], settled }];
  const { lang = "", text } = token as Tokens.Code;
  return [
    {
      kind: "code",
      key: "",
      raw,
      language: lang.trim().split(/\s/)[0] ?? "",
      text,
      settled: settled || isClosed(raw),
    },
  ];
}

function isShown(token: Token): boolean {
  return token.type !== "space" && token.type !== "def";
}

function isClosed(raw: string): boolean {
  const lines = raw.trimEnd().split("\n");
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(lines[0] ?? "")?.[1];
  return fence !== undefined && lines.length > 1 && (lines.at(-1)?.trim().startsWith(fence) ?? false);
}

/** An unchanged block is the same object, so that the page does not redraw it. */
function keyed(blocks: readonly Block[], before: readonly Block[], isRelinked: boolean): Block[] {
  const levelOf = outline();
  return blocks.map((block, index) => {
    const known = before[index];
    const placed = block.kind === "prose" ? { ...block, level: levelOf(block.tokens[0]) } : block;
    const isSame = known !== undefined && isAlike(known, placed);
    // A definition further down may turn its brackets into links.
    const isStale = isRelinked && block.raw.includes("[");
    return isSame && !isStale ? known : { ...placed, key: `${index}:${block.kind}` };
  });
}

function isAlike(known: Block, block: Block): boolean {
  if (known.kind === "prose" && block.kind === "prose" && known.level !== block.level) return false;
  return known.kind === block.kind && known.raw === block.raw && known.settled === block.settled;
}

function hasAny(links: Reading["links"]): boolean {
  return Object.keys(links).length > 0;
}

const PAGE = 1;
const DEEPEST = 6;

/**
 * Fits a message's headings below the page's own: no level is skipped, whatever ranks the writer used. Call it for each
 * heading of one text, in order; undefined for a token that is none.
 */
function outline(): (token: Token | undefined) => number | undefined {
  const above: number[] = [];
  return (token) => {
    if (token?.type !== "heading") return undefined;
    const rank = Number(token.depth);
    while (above.length > 0 && (above.at(-1) ?? 0) >= rank) above.pop();
    above.push(rank);
    return Math.min(DEEPEST, PAGE + above.length);
  };
}
