/** A small frozen web: two pages about each bird, found by its name. */

const BIRDS = ["owl", "swift", "heron", "kite", "robin", "wren", "finch", "crane"];

/** Three parts, each about another bird. The name of the run is a word of each, so that no page is another run's. */
export function questionOf(run: string, nth: number): string {
  const [one, two, three] = [0, 3, 5].map((more) => BIRDS[(nth + more) % BIRDS.length]);
  return `What does the ${one} eat in summer (${run})? How many eggs does the ${two} lay (${run})? Where does the ${three} spend the winter (${run})?`;
}

export function runIn(text: string): string {
  return /\brun\d+\b/.exec(text)?.[0] ?? "run0";
}

/** Answer of a SearXNG server. */
export function searched(origin: string, query: string): string {
  const bird = BIRDS.find((name) => query.includes(name)) ?? "owl";
  const results = ["life", "year"].map((kind) => ({
    title: `The ${bird}: its ${kind}`,
    url: `${origin}/page/${runIn(query)}/${bird}/${kind}`,
    content: `A page about the ${bird}.`,
  }));
  return JSON.stringify({ results });
}

export function pageAt(path: string): string {
  const [bird = "", kind = ""] = path.split("/").slice(-2);
  const n = BIRDS.indexOf(bird) + 2;
  const sentences =
    kind === "life"
      ? [
          `The ${bird} eats ${10 + n} kinds of insects in summer.`,
          `The female ${bird} lays ${n} eggs on the ground in May.`,
        ]
      : [
          `The ${bird} spends the winter in region ${n} of Africa, far from its summer home.`,
          `The ${bird} weighs about ${60 + n} g and is ${20 + n} cm long.`,
        ];
  return `<html><head><title>The ${bird}: its ${kind}</title></head><body><article><h1>The ${bird}</h1><p>${sentences.join(" ")}</p></article></body></html>`;
}
