import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { CHANNELS } from "../../../src/channels/channel-list.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const read = (file: string) => readFileSync(ROOT + file, "utf8");
const example = read(".dev.vars.example");
const listed = [...example.matchAll(/^# ([A-Z0-9_]+)=$/gm)].map(([, name = ""]) => name);

const CONFIG = "src/app/config.ts";
const parsed = [...read(CONFIG).matchAll(/^ {2}([A-Z0-9_]+):/gm)].map(([, name = ""]) => name);

/** What code takes out of its settings, whoever parsed them; the catalog names keys and addresses of providers. */
const READS = [
  /\b(?:settings|vars)(?:\.|\[")([A-Z][A-Z0-9_]{2,})/g,
  /\bsetting\("([A-Z][A-Z0-9_]{2,})"\)/g,
  /\btextIn\(settings, "([A-Z][A-Z0-9_]{2,})"\)/g,
  /^(?:key|base_url)_variable = "([A-Z0-9_]+)"/gm,
];

function readIn(file: string): string[] {
  const text = read(file);
  const destructured = [...text.matchAll(/\{([^{}]*)\}(?: = settings;|: Settings\b)/g)].flatMap(
    ([, names = ""]) => [...names.matchAll(/\b[A-Z][A-Z0-9_]{2,}\b/g)].map(([name]) => name),
  );
  const taken = READS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
  return [...destructured, ...taken];
}

const files = globSync(["src/**/*.ts", "durable-objects/**/*.ts", "scripts/**/*.mjs", "r2/models/*.toml"], {
  cwd: ROOT,
}).filter((file) => file !== CONFIG);
/** One name a platform: who may write there. */
const access = Object.values(CHANNELS).flatMap(({ name, carried, peers }) =>
  carried && peers === "people" ? [`${name.toUpperCase()}_ACCESS`] : [],
);
const used = new Set([...files.flatMap(readIn), ...access]);

it("lists every setting that the Worker or a script reads", () => {
  expect(parsed.length).toBeGreaterThan(20);
  expect([...new Set([...parsed, ...used])].filter((name) => !listed.includes(name))).toEqual([]);
});

it("lists no setting that no code reads", () => {
  expect(listed.filter((name) => !used.has(name))).toEqual([]);
});

it("sets none, so that a copy of it switches nothing on and hides nothing that npm start makes", () => {
  expect(example.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual([]);
});
