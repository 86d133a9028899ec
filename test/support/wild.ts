/** Inputs of the wild, as public reports describe them: test/fixtures/wild. */
import { readFileSync } from "node:fs";

/** The cases of a file. */
export function wildCases<T>(name: string): T[] {
  const text = readFileSync(new URL(`../fixtures/wild/${name}.json`, import.meta.url), "utf8");
  return (JSON.parse(text) as { cases: T[] }).cases;
}
