/**
 * Language rules: an exported name is no bare participle (`Asked`, `told`: whose, of what?), and a
 * docstring begins with its subject. Glossary: docs/design/glossary.md.
 */
import { filesIn, textOf } from "./sources.mjs";

const FOLDERS = ["src", "durable-objects", "web", "scripts", "r2"];
const SOURCE = /\.(ts|mjs|svelte)$/;

const EXPORT =
  /^export (?:declare )?(?:default )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
const IRREGULAR =
  "begun bound bought brought built caught chosen dealt done drawn driven fallen felt forgotten found given gone grown heard held hidden kept known laid led left lent lost made meant met paid put risen rung said seen sent shown spent spoken stood struck taken taught thought thrown told torn understood withdrawn woken won worn written";
const PARTICIPLES = new Set(IRREGULAR.split(" "));
/** End like participles and are none. */
const NOUNS = new Set(["bed", "embed", "feed", "need", "red", "seed", "shed", "speed"]);

/** Beginnings that leave the reader without a subject. */
const SUBJECTLESS = /^(What|Of|Who|Those|The same)\b/;

/** @returns {Promise<string | undefined>} */
export async function checkLanguage() {
  const problems = filesIn(FOLDERS)
    .filter((file) => SOURCE.test(file))
    .flatMap((file) => languageOf(file, textOf(file)));
  return problems.length === 0 ? undefined : problems.join("\n");
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]} a line for each name and docstring that is refused
 */
export function languageOf(file, text) {
  return [...participles(text), ...subjectless(text)]
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, problem }) => `${file}:${text.slice(0, at).split("\n").length} ${problem}`);
}

/** @param {string} text */
function participles(text) {
  return [...text.matchAll(EXPORT)].flatMap(({ 1: name = "", index }) =>
    isParticiple(name) ? [{ at: index, problem: `exports ${name}, a bare participle: name the thing` }] : [],
  );
}

/** @param {string} name */
export function isParticiple(name) {
  const word = name.toLowerCase();
  if (NOUNS.has(word) || !/^[A-Za-z][a-z]+$/.test(name)) return false;
  return PARTICIPLES.has(word) || /[^e]ed$/.test(word);
}

/** @param {string} text */
function subjectless(text) {
  return [...text.matchAll(/\/\*\*\s*(?:\*\s*)?([^\n*][^\n]*)/g)].flatMap(({ 1: first = "", index }) => {
    const begin = SUBJECTLESS.exec(first);
    return begin ? [{ at: index, problem: `a docstring begins with "${begin[1]}": name its subject` }] : [];
  });
}
