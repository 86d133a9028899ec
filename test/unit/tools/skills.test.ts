import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { parseFrontMatter } from "../../../src/platform/front-matter.ts";
import { createSkills } from "../../../src/tools/skills/create-skills.ts";
import { memoryWorkspace } from "./memory-workspace.ts";
import { aContext, anAgent, contentOf, NOW } from "./support.ts";

const skill = (name: string, description: string, body: string, more = "") =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n${body}`;

function skillsWith(files: Record<string, string>, shipped: Record<string, string> = {}) {
  let time = NOW;
  const skills = createSkills({
    shipped: Object.entries(shipped).map(([path, text]) => ({ path: `r2/skills/${path}`, text })),
    workspace: memoryWorkspace(files),
    parse: parseFrontMatter,
    now: () => time,
  });
  return { ...skills, pass: (ms: number) => (time += ms) };
}

const TEA = skill("tea", "How to make tea in a pot", "Warm the pot.");

test("the prompt has one line a skill, and the always-on ones whole", async () => {
  const { sections } = skillsWith({
    "skills/tea/SKILL.md": TEA,
    "skills/manners/SKILL.md": skill("manners", "How to be polite", "Say please.", "always: true\n"),
  });
  const [index, always] = await sections(anAgent(), "usr_owner");
  expect(index).toMatch(/load_skill.*\n- tea: How to make tea in a pot$/s);
  expect(always).toBe("Skill manners:\nSay please.");
});

test("without skills there is nothing in the prompt", async () => {
  expect(await skillsWith({}).sections(anAgent(), "usr_owner")).toEqual([]);
});

test("an agent has the skills it names, or all", async () => {
  const files = { "skills/tea/SKILL.md": TEA, "skills/pie/SKILL.md": skill("pie", "Pies", "Bake.") };
  const { sections, tool } = skillsWith(files);
  const baker = anAgent({ skills: ["pie"] });
  expect((await sections(baker, "usr_owner")).join()).not.toContain("tea");
  expect(await contentOf(tool, { name: "tea" }, aContext({ agent: baker }))).toMatch(
    /^error: There is no skill tea. There are: pie/,
  );
  expect((await sections(anAgent({ skills: ["*"] }), "usr_owner")).join()).toContain("tea");
});

test("one's own skill takes the place of a shipped one", async () => {
  const shipped = { "tea/SKILL.md": skill("tea", "Shipped tea", "Shipped.") };
  const { tool } = skillsWith({ "skills/tea/SKILL.md": TEA }, shipped);
  expect(await contentOf(tool, { name: "tea" })).toContain("Warm the pot.");
  expect(await contentOf(skillsWith({}, shipped).tool, { name: "tea" })).toContain("Shipped.");
});

test("files beside a skill are named and can be read, and no others", async () => {
  const { tool } = skillsWith({
    "skills/tea/SKILL.md": TEA,
    "skills/tea/lists/kinds.md": "Assam",
    "secret.md": "x",
  });
  expect(await contentOf(tool, { name: "tea" })).toMatch(/Files of this skill[^\n]*lists\/kinds\.md$/);
  expect(await contentOf(tool, { name: "tea", file: "./lists/kinds.md" })).toBe("Assam");
  expect(await contentOf(tool, { name: "tea", file: "../../secret.md" })).toMatch(
    /^error: The skill tea has no file/,
  );
});

test.each([
  ["another name than its folder", skill("coffee", "x", "y"), /folder is tea/],
  ["a name that is none", skill("Tea Time", "x", "y"), /joined by hyphens/],
  ["no description", "---\nname: tea\n---\ny", /description/],
  ["no text", skill("tea", "x", ""), /no text/],
  ["a header that is not YAML", "---\n: [\n---\ny", /not valid YAML/],
  ["no header", "just text", /name/],
])("a skill with %s is left out, and it is said why", async (_name, text, problem) => {
  const { library } = skillsWith({ "skills/tea/SKILL.md": text });
  const { skills, broken } = await library.list("usr_owner");
  expect(skills).toEqual([]);
  expect(broken).toEqual([{ name: "tea", problem: expect.stringMatching(problem) }]);
});

test("a skill that was written meanwhile is seen a little later, without a turn that waits", async () => {
  const files: Record<string, string> = {};
  const workspace = memoryWorkspace(files);
  let time = NOW;
  const { library } = createSkills({ shipped: [], workspace, parse: parseFrontMatter, now: () => time });
  expect((await library.list("usr_owner")).skills).toEqual([]);
  await workspace.write("usr_owner", "skills/tea/SKILL.md", { bytes: new TextEncoder().encode(TEA) });
  expect((await library.list("usr_owner")).skills).toEqual([]);
  time += 30_000;
  await library.list("usr_owner");
  await expect
    .poll(async () => (await library.list("usr_owner")).skills.map(({ name }) => name))
    .toEqual(["tea"]);
});

describe("for a model without tools", () => {
  const { fitting } = skillsWith({
    "skills/meeting-notes/SKILL.md": skill(
      "meeting-notes",
      "Turn a transcript into notes with decisions",
      "Minutes.",
    ),
    "skills/tea/SKILL.md": TEA,
  });

  test.each([
    ["Can you write notes of our meeting?", ["meeting-notes"]],
    ["How do I make tea, and how warm is the pot?", ["tea"]],
    ["What is the capital of France?", []],
    ["", []],
  ])("%j brings what fits", async (words, expected) => {
    const found = await fitting(anAgent(), "usr_owner", words);
    expect(found.map((text) => /^Skill ([\w-]+):/.exec(text)?.[1])).toEqual(expected);
  });
});

test("each shipped skill is sound, names tools that exist, and has the files it mentions", async () => {
  const root = new URL("../../../r2/skills/", import.meta.url);
  const paths = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const shipped: Record<string, string> = {};
  for (const { parentPath, name } of paths) {
    const path = `${parentPath.slice(root.pathname.length)}/${name}`.replace(/^\//, "");
    shipped[path] = await readFile(`${parentPath}/${name}`, "utf8");
  }
  const { skills, broken } = await skillsWith({}, shipped).library.list("usr_owner");
  expect(broken).toEqual([]);
  expect(skills.length).toBeGreaterThanOrEqual(7);
  for (const { name, body, files } of skills) {
    expect(body.length, name).toBeGreaterThan(300);
    for (const file of files) expect(body, `${name} mentions ${file}`).toContain(file);
  }
});
