import { describe, expect, it } from "vitest";
import { importsOf, packageOf, targetOf } from "../../../../scripts/check/layout/imports.mjs";

const found = (source: string, file = "a.ts") =>
  importsOf(file, source).map(({ from, names }) => [from, ...names].join(" "));

describe("what a source imports", () => {
  it("is values, types, all of a file, a default and a mere side effect", () => {
    const source = `
      import { a, type B as C } from "./values.ts";
      import type { D } from './types.ts';
      import * as all from "./all.ts";
      import Page, { load } from "./Page.svelte";
      import "./effect.ts";
      import data from "./data.json" with { type: "json" };`;
    expect(found(source)).toEqual([
      "./values.ts a B C",
      "./types.ts D",
      "./all.ts all",
      "./Page.svelte Page load",
      "./effect.ts",
      "./data.json data",
    ]);
  });

  it("is also what is passed on, over several lines and between comments", () => {
    const source = `
      export * from "./all.ts";
      export {
        // the first: from "./nowhere.ts"
        a, /* b */
        type C,
      } from "./some.ts";
      export const from = "./text.ts";`;
    expect(found(source)).toEqual(["./all.ts", "./some.ts a C"]);
  });

  it("is also what is imported when it is called for, and as a type in place", () => {
    const source = `
      const late = await import("./late.ts");
      type Late = import("./types.ts").Late;
      let mode: typeof import("./mode.ts");`;
    expect(found(source)).toEqual(["./late.ts", "./types.ts Late", "./mode.ts"]);
  });

  it("is in the scripts and the markup of a component", () => {
    const source = `<script lang="ts">
  import { a } from "./a.ts";
</script>
<p>import { no } from "./no.ts"</p>
{#await import("./late.ts") then late}<late.default />{/await}`;
    expect(importsOf("A.svelte", source)).toEqual([
      { from: "./a.ts", names: ["a"], line: 2, typeOnly: false },
      { from: "./late.ts", names: [], line: 5, typeOnly: false },
    ]);
  });

  it("is in the docstrings of plain JavaScript, where its types stand", () => {
    const source = `/** @param {import("./types.ts").Input} input */\nexport function f(input) {}`;
    expect(found(source, "a.mjs")).toEqual(["./types.ts Input"]);
    expect(found(source, "a.ts")).toEqual([]);
  });

  it("is not what a comment, a text, a pattern or a template says", () => {
    const source = [
      '// import { a } from "./comment.ts";',
      '/* import("./comment.ts") */',
      "const text = 'import { a } from \"./text.ts\"';",
      'const code = `\n  import { a } from "./template.ts";\n`;',
      "const pattern = /[\"'`]/.test(x) && a / b;",
      `const nested = \`\${\`}\` + (await import("./real.ts"))} import("./no.ts")\`;`,
      'import { after } from "./after.ts";',
      "const own = loader.import('./no.ts');",
    ].join("\n");
    expect(found(source)).toEqual(["./real.ts", "./after.ts after"]);
  });
});

describe("what an import means", () => {
  it("is a file for a path, whatever the bundler is told beside it", () => {
    expect(targetOf("src/http/api.ts", "../domain/ids.ts")).toBe("src/domain/ids.ts");
    expect(targetOf("web/main.ts", "./icon.svg?raw")).toBe("web/icon.svg");
  });

  it("is a package for every other name", () => {
    expect(targetOf("src/http/api.ts", "hono/cors")).toBeUndefined();
    expect(["hono/cors", "@x/y/z", "node:fs/promises", "cloudflare:workers"].map(packageOf)).toEqual([
      "hono",
      "@x/y",
      "node:fs",
      "cloudflare:workers",
    ]);
  });
});
