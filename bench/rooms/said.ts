/** What is said in the bench's bar: words of a length as people and agents use, the same in each run. */

const WORDS =
  "the rain came over the hill and nobody had a coat so we stood under the roof of the bakery talking about trains rivers old songs work money sleep my sister the sea and what one should have said last year".split(
    " ",
  );
const CAST = ["bart", "bart", "bart", "bernie", "jb", "bukowski", "bernie", "jb", "blanca", "bart"];

/** Numbers that look like chance, and are the same in each run. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    this.state = (this.state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return least + Math.floor((this.state / 2_147_483_648) * (most - least + 1));
  }

  of<T>(values: readonly [T, ...T[]] | readonly T[]): T {
    return values[this.between(0, values.length - 1)] as T;
  }
}

/** 8 to 60 words. */
export function message(chance: Chance): string {
  return sentence(chance, chance.between(8, 60));
}

/** 30 to 120 words, which is what the cast is asked for. */
export function reply(chance: Chance): string {
  return sentence(chance, chance.between(30, 120));
}

/** Of ten messages so many go on with whoever spoke last: people talk with somebody, and not with a list. */
const STAY = 7;

/** Who answers, as the router says it. `material` is what it was asked with: there stands who spoke last. */
export function verdict(chance: Chance, material: string): string {
  const spoke = [...material.matchAll(/^(\w+): "/gm)].map(([, name = ""]) => name.toLowerCase());
  const last = spoke.findLast((name) => CAST.includes(name));
  const agent = last !== undefined && chance.between(1, 10) <= STAY ? last : chance.of(CAST);
  const judged = { crisis: false, breaks_rules: false, is_selection_fitting: true, mute: null };
  return JSON.stringify({ agent, ...judged, reason: "It suits them best." });
}

function sentence(chance: Chance, length: number): string {
  return `${Array.from({ length }, () => chance.of(WORDS)).join(" ")}.`;
}
