/** Texts of the server that people see, found where the source gives them away: errors, notices, reasons, and what calls would do. */
import { Reader } from "./texts.ts";
import { Declarations, isFunction, type Node, nameOf, nodeIn, nodesIn, type Source, walk } from "./tree.ts";

export interface Shown {
  readonly text: string;
  readonly file: string;
  /** Nightjar says it in chats. */
  readonly isSaid: boolean;
}

/** Texts that Nightjar itself says in chats: translated ones, and messages outside any conversation. */
const SAYING: Readonly<Record<string, number>> = {
  say: 0,
  wordsIn: 0,
  loadWords: 0,
  inOtherLanguages: 0,
  describedBy: 0,
  ".tell": 1,
};
/** Functions whose argument of that number is such a text; more are found by their own parameters. */
const GIVERS: Readonly<Record<string, number>> = {
  AppError: 1,
  GuardError: 0,
  failure: 1,
  describeResult: 1,
  redeemed: 0,
  refusedFor: 1,
  ...SAYING,
};
/** Properties that hold such a text, or a function that returns one. */
const SHOWN = /^(reason|problem|otherwise|what|shows|consent|irreversible|asks_first)$/;
const PARAMETERS = /^(reason|text|why|message|problem|notice|what|said|words|hint|told)$/;
/** Number of times a function is followed through a parameter that it hands on. */
const ROUNDS = 3;

interface Place {
  readonly node: Node;
  /** Its functions, each after what declares it. */
  readonly around: readonly Node[];
  readonly file: string;
}

/** Each text once, as it is written, with places in braces. */
export function shownTexts(sources: readonly Source[]): Shown[] {
  const reader = new Reader(new Declarations(sources));
  const givers: Givers = new Map(Object.entries(GIVERS).map(([name, at]) => [name, new Set([at])]));
  const places = sources.flatMap(placesIn);
  const found = new Map<string, Shown>();
  for (let round = 0; round < ROUNDS; round++)
    for (const { node, around, file } of places)
      for (const text of givenBy(node, givers).filter((each) => !handsOn(each, around, givers)))
        for (const each of textsOf(text, file, reader).map(numbered))
          if (isWords(each, isSaying(node))) found.set(each, { text: each, file, isSaid: isSaying(node) });
  return [...found.values()];
}

/** Functions, and the numbers of their arguments that are such texts. */
type Givers = Map<string, Set<number>>;

function placesIn({ file, program }: Source): Place[] {
  const places: Place[] = [];
  walk(program, (node, around) => {
    if (!/^(NewExpression|CallExpression|ObjectExpression)$/.test(node.type)) return;
    const kept = around.filter((each, at) => isFunction(each) || isFunction(around[at + 1]));
    places.push({ node, around: kept, file });
  });
  return places;
}

function textsOf(node: Node, file: string, reader: Reader): string[] {
  return (isFunction(node) ? reader.returned({ node, file }) : reader.texts(node, file)) ?? [];
}

/** Places of one name are told apart: {name}, {name2}. */
function numbered(text: string): string {
  const seen = new Map<string, number>();
  return text.replaceAll(/\{(\w+)\}/g, (_place, name: string) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? `{${name}}` : `{${name}${count}}`;
  });
}

/** The expressions in a node that become such a text. */
function givenBy(node: Node, givers: Givers): Node[] {
  if (node.type === "NewExpression" || node.type === "CallExpression") {
    const given = nodesIn(node, "arguments");
    return [...(givers.get(giverOf(node)) ?? [])].flatMap((at) => given[at] ?? []);
  }
  return node.type === "ObjectExpression" ? shownIn(nodesIn(node, "properties")) : [];
}

/** Name of what is called; of a method, behind a point. A translation is what `wordsIn` and `loadWords` return. */
function giverOf(node: Node): string {
  const callee = nodeIn(node, "callee");
  if (callee?.type === "MemberExpression") return `.${nameOf(nodeIn(callee, "property"))}`;
  const made = callee?.type === "AwaitExpression" ? nodeIn(callee, "argument") : callee;
  if (made?.type === "CallExpression") return nameOf(nodeIn(made, "callee"));
  return nameOf(callee);
}

function isSaying(node: Node): boolean {
  if (node.type === "ObjectExpression") return isCommand(nodesIn(node, "properties"));
  return node.type === "CallExpression" && Object.hasOwn(SAYING, giverOf(node));
}

/** Commands of chats say by whom they are run, and how they are written. */
function isCommand(properties: readonly Node[]): boolean {
  const keys = properties.map((each) => nameOf(nodeIn(each, "key")));
  return keys.includes("by") && keys.includes("usage");
}

function shownIn(properties: readonly Node[]): Node[] {
  const isNotice = properties.some((each) => nameOf(nodeIn(each, "key")) === "level");
  const isOfCommand = isCommand(properties);
  return properties.flatMap((each) => {
    const name = nameOf(nodeIn(each, "key"));
    const value = nodeIn(each, "value");
    return value &&
      (SHOWN.test(name) || (isNotice && name === "text") || (isOfCommand && name === "description"))
      ? [value]
      : [];
  });
}

/** Whether the text is a parameter of the function around it: then its callers give it. */
function handsOn(text: Node, around: readonly Node[], givers: Givers): boolean {
  if (text.type !== "Identifier" || !PARAMETERS.test(nameOf(text))) return false;
  const inner = around.findLastIndex((each) => isFunction(each) && placeOf(text, each) >= 0);
  const giver = around[inner];
  if (!giver) return false;
  const outer = around[inner - 1];
  const name =
    nameOf(nodeIn(giver, "id")) || (outer?.type === "VariableDeclarator" ? nameOf(nodeIn(outer, "id")) : "");
  if (name !== "") givers.set(name, (givers.get(name) ?? new Set()).add(placeOf(text, giver)));
  return true;
}

function placeOf(text: Node, giver: Node): number {
  return nodesIn(giver, "params").findIndex((each) => nameOf(each) === nameOf(text));
}

/** Words for people: several of them, and no query, path or code. */
function isWords(text: string, isSaid: boolean): boolean {
  if (/^\s*(SELECT|INSERT|UPDATE|DELETE|WHERE|CREATE)\b/.test(text)) return false;
  const words = text.replaceAll(/\{\w+\}/g, "").trim();
  return isSaid ? /[a-z]{2}/i.test(words) : /[a-z]{2}.* .*[a-z]{2}/i.test(words);
}
