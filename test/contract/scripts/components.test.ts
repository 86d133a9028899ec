import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkComponents } from "../../../scripts/check/components.mjs";
import { CACHE, ROOT } from "../../../scripts/start/paths.mjs";

/** Among the project's folders, where the installed packages are found, which a component's types come from. */
let folder = "";

/** About 1.5 s alone; whatever else this machine does at the same time must not fail it. */
const STARTS_A_COMPILER_MS = 30_000;

const WRONG = `<script lang="ts">
import { halt, never } from "./halt.ts";
import Right from "./Right.svelte";

const unread = 1;
</script>

<button onclick={() => halt(42)}>Halt</button>
<Right label={1} />
`;
const RIGHT = `<script lang="ts">
import { halt } from "./halt.ts";

let { label }: { label: string } = $props();
</script>

<button onclick={() => halt("now")}>{label}</button>
`;
const HALT = "export const halt = (when: string): string => when;\nexport const never = 0;\n";

beforeAll(() => {
  mkdirSync(CACHE, { recursive: true });
  const made = mkdtempSync(path.join(CACHE, "components-"));
  folder = path.relative(ROOT, made);
  const config = { extends: "../../web/tsconfig.json", include: ["."] };
  writeFileSync(path.join(made, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(path.join(made, "Wrong.svelte"), WRONG);
  writeFileSync(path.join(made, "Right.svelte"), RIGHT);
  writeFileSync(path.join(made, "halt.ts"), HALT);
});
afterAll(() => rmSync(path.join(ROOT, folder), { recursive: true, force: true }));

it(
  "refuses a component's wrong calls, wrong properties and unused names, each by its own line, and no lawful one",
  async () => {
    const found = (await checkComponents(folder))?.split("\n").sort();
    expect(found).toEqual([
      `${folder}/Wrong.svelte:2:16 TS6133: 'never' is declared but its value is never read.`,
      `${folder}/Wrong.svelte:5:7 TS6133: 'unread' is declared but its value is never read.`,
      `${folder}/Wrong.svelte:8:29 TS2345: Argument of type 'number' is not assignable to parameter of type 'string'.`,
      `${folder}/Wrong.svelte:9:8 TS2322: Type 'number' is not assignable to type 'string'.`,
    ]);
  },
  STARTS_A_COMPILER_MS,
);
