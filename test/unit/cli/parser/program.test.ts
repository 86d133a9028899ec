import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SECTIONS } from "../../../../src/cli/commands/list.mjs";
import { command, count, flag, text, texts } from "../../../../src/cli/parser/command.mjs";
import { runProgram } from "../../../../src/cli/parser/program.mjs";
import type { CommandRecord, Section } from "../../../../src/cli/parser/types.ts";

const unused = () => {
  throw new Error("No instance is asked here.");
};

async function run(sections: readonly Section[], args: string[]) {
  const shown: string[] = [];
  const how = { surroundings: { instance: unused }, show: (line: string) => shown.push(line) };
  return { code: await runProgram(sections, args, how), shown: shown.join("\n") };
}

/** The program with one command that says what it was given. */
async function given(args: string[]) {
  const told: unknown[] = [];
  const tell = (name: string) => async (_context: unknown, all: object) => {
    told.push({ name, ...all });
  };
  const say = command({
    name: "say",
    summary: "says it",
    args: "[text...]",
    options: {
      agent: text("-a, --agent <slug>", "who"),
      file: texts("-f, --file <path>", "with"),
      full: flag("--full", "all"),
      keep: count("--keep <number>", "so many"),
    },
    run: tell("say"),
  });
  const below = command({ name: "list", summary: "lists", args: "[place]", run: tell("list") });
  const things = command({ name: "things", summary: "things", run: tell("things"), commands: [below] });
  await run([{ title: "ALL", commands: [say, things] }], args);
  return told;
}

it("takes the command, its words and its options in any order", async () => {
  const all = ["--agent", "sage", "say", "-f", "a.txt", "hello", "there", "--json", "-f", "b.txt"];
  expect(await given(all)).toEqual([
    {
      ...{ name: "say", words: ["hello", "there"], agent: "sage", json: true, full: false },
      file: ["a.txt", "b.txt"],
    },
  ]);
});

it("takes a whole number from 1 for a count", async () => {
  expect(await given(["say", "--keep", "7"])).toMatchObject([{ keep: 7 }]);
  for (const wrong of ["0", "1.5", "all"])
    await expect(given(["say", "--keep", wrong])).rejects.toThrow("--keep takes a whole number from 1");
});

it("finds the commands below a command, which may run by itself too", async () => {
  expect(await given(["things"])).toMatchObject([{ name: "things" }]);
  expect(await given(["things", "--json", "list", "here"])).toMatchObject([
    { name: "list", words: ["here"], json: true },
  ]);
  await expect(given(["things", "paint"])).rejects.toThrow(
    `"paint" isn't a command of "nightjar things". Commands: list.`,
  );
});

it.each([[[]], [["help"]], [["--help"]], [["-h"]]])("shows all commands for %j", async (args) => {
  const { code, shown } = await run(SECTIONS, args);
  expect(code).toBe(0);
  for (const { commands } of SECTIONS)
    for (const { name, isHidden } of commands)
      expect(new RegExp(`^ {2}${name}\\b`, "m").test(shown)).toBe(!isHidden);
});

it.each([[["help", "backup", "check"]], [["backup", "check", "--help"]]])(
  "shows the help of a command for %j",
  async (args) => {
    expect((await run(SECTIONS, args)).shown).toMatch(
      /^nightjar backup check: .*\n\nUSAGE\n {2}nightjar backup check <place> \[options\]/,
    );
  },
);

it("names a command that is close when it does not know one, and the option that it does not know", async () => {
  await expect(run(SECTIONS, ["sned", "hi"])).rejects.toMatchObject({
    exitCode: 2,
    message: `Unknown command 'sned' (Did you mean send?). "nightjar help" shows what there is.`,
  });
  await expect(run(SECTIONS, ["send", "--loud"])).rejects.toThrow(/Unknown option '--loud'.*nightjar help/);
});

it("is described in docs/cli.md, command by command", () => {
  const page = readFileSync("docs/cli.md", "utf8");
  const patterns = SECTIONS.flatMap(({ commands }) => commands)
    .filter(({ isHidden }) => !isHidden)
    .flatMap(({ name, commands = [] }) => [name, ...commands.map((below) => `${name}\\b.*\\b${below.name}`)]);
  const missing = patterns.filter((pattern) => !new RegExp(`\\b${pattern}\\b`).test(page));
  expect(missing).toEqual([]);
});

it("reads each option into the name under which its command expects it", () => {
  const camel = (flags: string) =>
    /--([\w-]+)/.exec(flags)?.[1]?.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
  const check = ({ options = {}, commands = [] }: CommandRecord) => {
    for (const [name, { flags }] of Object.entries(options)) expect(camel(flags)).toBe(name);
    commands.forEach(check);
  };
  for (const { commands } of SECTIONS) commands.forEach(check);
});
