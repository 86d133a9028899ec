import { expect, it } from "vitest";
import { coreProject } from "../../../../scripts/check/layout/core-project.mjs";
import { BEGIN, END, withStoreys } from "../../../../scripts/check/layout/page.mjs";

const storeys = [
  { name: "ground", sentence: "The words.", core: true as const, below: [], folders: ["src/domain"] },
  { name: "app", sentence: "The routes.", below: ["ground"], folders: ["src/app", "src/index.ts"] },
];

it("the page is made of the storeys, the top first, between what people wrote", () => {
  const page = withStoreys(`# House\n${BEGIN}\nold\n${END}\nThe end.\n`, storeys);
  expect(page).toBe(`# House
${BEGIN}

| storey | what it is | folders | imports |
| --- | --- | --- | --- |
| app | The routes. | \`src/app\` \`src/index.ts\` | ground |
| ground | The words. | \`src/domain\` | nothing |

${END}
The end.
`);
  expect(withStoreys(page, storeys)).toBe(page);
});

it("a page without its marks is no page to write into", () => {
  expect(() => withStoreys("# House", storeys)).toThrow("the page has lost its mark");
});

it("what compiles without the platform is all but the storeys that know it, and the objects but for their shells", () => {
  const app = { name: "app", sentence: "", folders: ["src/app", "r2"], below: [] };
  const { include, exclude } = coreProject([...storeys, app]);
  expect(include).toEqual(["durable-objects", "src"]);
  expect(exclude).toContain("durable-objects/conversation/conversation.ts");
  expect(exclude).toContain("src/app");
  expect(exclude).not.toContain("src/domain");
  expect(exclude).not.toContain("r2");
});
