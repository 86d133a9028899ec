import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
const example = read(".dev.vars.example");
const listed = [...example.matchAll(/^# ([A-Z0-9_]+)=$/gm)].map((match) => match[1]);

it("lists every setting that the Worker reads", () => {
  const settings = [...read("src/config.ts").matchAll(/^ {2}([A-Z0-9_]+):/gm)].map((match) => match[1]);
  expect(settings.length).toBeGreaterThan(20);
  expect(settings.filter((name) => !listed.includes(name))).toEqual([]);
});

it("sets none, so that a copy of it switches nothing on and hides nothing that npm start makes", () => {
  expect(example.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual([]);
});
