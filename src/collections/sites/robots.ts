/** Rules of a robots.txt (RFC 9309), as far as they concern Nightjar. */

export interface Robots {
  /** Pause between two requests, in ms; undefined: the site asks for none. */
  delay_ms: number | undefined;
  /** Addresses, as the file has them. */
  sitemaps: string[];
  /** `path`: with its query. */
  allows(path: string): boolean;
}

const NAME = "nightjar";
const MOST_CHARACTERS = 500_000;
const MOST_DELAY_S = 5;

interface Rule {
  isAllowed: boolean;
  pattern: string;
}

interface Group {
  agents: string[];
  rules: Rule[];
  delay: number | undefined;
}

export function parseRobots(text: string): Robots {
  const { groups, sitemaps } = groupsIn(text.slice(0, MOST_CHARACTERS));
  const named = groups.filter(({ agents }) => agents.includes(NAME));
  const own = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes("*"));
  const rules = own.flatMap((group) => group.rules);
  const delay = own.find((group) => group.delay !== undefined)?.delay;
  return {
    delay_ms: delay === undefined ? undefined : Math.min(delay, MOST_DELAY_S) * 1_000,
    sitemaps,
    allows: (path) => isAllowed(rules, path),
  };
}

function groupsIn(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let isNaming = false;
  for (const [field, value] of linesOf(text)) {
    const group = groups.at(-1);
    if (field === "user-agent") {
      if (group && isNaming) group.agents.push(value.toLowerCase());
      else groups.push({ agents: [value.toLowerCase()], rules: [], delay: undefined });
    } else if (field === "sitemap") sitemaps.push(value);
    else if (group) addRule(group, field, value);
    isNaming = field === "user-agent" || (isNaming && field === "sitemap");
  }
  return { groups, sitemaps };
}

function addRule(group: Group, field: string, value: string): void {
  if (field === "crawl-delay" && /^\d+(\.\d+)?$/.test(value)) group.delay = Number(value);
  if ((field === "allow" || field === "disallow") && value !== "")
    group.rules.push({
      isAllowed: field === "allow",
      pattern: value.replace(/[^ -~]+/g, encodeURIComponent),
    });
}

function linesOf(text: string): [string, string][] {
  return text.split(/\r?\n|\r/).flatMap((line): [string, string][] => {
    const plain = line.replace(/#.*/, "");
    const colon = plain.indexOf(":");
    return colon < 0 ? [] : [[plain.slice(0, colon).trim().toLowerCase(), plain.slice(colon + 1).trim()]];
  });
}

/** The longest pattern decides; of two alike, the one that allows. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  const fitting = rules.filter(({ pattern }) => fits(pattern, path));
  const longest = Math.max(0, ...fitting.map(({ pattern }) => pattern.length));
  const deciding = fitting.filter(({ pattern }) => pattern.length === longest);
  return deciding.length === 0 || deciding.some((rule) => rule.isAllowed);
}

/** Patterns begin at the path's beginning; `*` stands for anything, `$` at the end for the path's end. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...rest] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  const last = isWhole ? rest.pop() : undefined;
  let at = first.length;
  for (const piece of rest) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
