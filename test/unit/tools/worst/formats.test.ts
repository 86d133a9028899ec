/** The worst front matter, model files and archives that are known. */
import { zipSync } from "fflate";
import { parseFrontMatter } from "../../../../src/platform/front-matter.ts";
import { parseCatalog } from "../../../../src/providers/catalog/catalog.ts";
import { openSkillArchive, previewOf } from "../../../../src/tools/skills/archive.ts";
import { attempt, type Cases, noneHolds } from "./none-holds.ts";

const yaml = (text: string) => () => attempt(() => parseFrontMatter(`---\n${text}\n---\nBody`, "SKILL.md"));
const FRONT_MATTER: Cases = {
  "a deep list": yaml("[".repeat(500_000)),
  "deep maps": yaml("{a: ".repeat(200_000)),
  anchors: yaml(Array.from({ length: 100_000 }, (_, n) => `- &a${n} x`).join("\n")),
  laughs: yaml(
    Array.from(
      { length: 30 },
      (_, n) => `a${n}: &a${n} [${Array(10).fill(n === 0 ? "lol" : `*a${n - 1}`)}]`,
    ).join("\n"),
  ),
  keys: yaml(Array.from({ length: 200_000 }, (_, n) => `k${n}: 1`).join("\n")),
  openings: () => attempt(() => parseFrontMatter("---\n".repeat(500_000), "SKILL.md")),
  "line ends": () => attempt(() => parseFrontMatter(`---\n${"\r\n".repeat(1_000_000)}`, "SKILL.md")),
};

const toml = (text: string) => () => attempt(() => parseCatalog([{ path: "models.toml", text }]));
const TOML: Cases = {
  "deep lists": toml(`a = ${"[".repeat(100_000)}`),
  "deep tables": toml(`a = ${"{a=".repeat(100_000)}`),
  "a deep key": toml(`${"a.".repeat(50_000)}a = 1`),
  "deep headers": toml(`[${"a.".repeat(50_000)}a]`),
  tables: toml(Array.from({ length: 50_000 }, (_, n) => `[t${n}]`).join("\n")),
  keys: toml(Array.from({ length: 50_000 }, (_, n) => `k${n} = 1`).join("\n")),
  "lists of tables": toml("[[a]]\n".repeat(50_000)),
  "a long text": toml(`a = """${'"'.repeat(500_000)}`),
  "a long number": toml(`a = ${"1_".repeat(300_000)}`),
  comments: toml("#".repeat(1_000_000)),
};

/** It is packed before the time is taken. */
const zipped = (files: Record<string, Uint8Array>) => {
  const zip = zipSync(files, { level: 9 });
  return async () => {
    const opened = await openSkillArchive(zip, parseFrontMatter);
    return opened.ok && opened.skills.map(previewOf);
  };
};
const skill = (body: string) => new TextEncoder().encode(`---\nname: a\ndescription: b\n---\n${body}`);
const of = (count: number, name: (n: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), new Uint8Array(1)]));
/** A header that says another size than the content has. */
const lying = (() => {
  const zip = zipSync({ "a/SKILL.md": new Uint8Array(20_000_000) }, { level: 9 });
  const view = new DataView(zip.buffer, zip.byteOffset);
  for (let at = 0; at + 4 < zip.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
    if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 10, true);
  }
  return () => openSkillArchive(zip, parseFrontMatter);
})();
const ARCHIVES: Cases = {
  "a large file": zipped({ "a/SKILL.md": new Uint8Array(20_000_000) }),
  "many files": zipped(of(5_000, (n) => `a/${n}`)),
  "a size that is a lie": lying,
  "paths of marks": zipped({ [`a/${"\u0301\u0316".repeat(10_000)}`]: new Uint8Array(1) }),
  "a body of addresses": zipped({ "a/SKILL.md": skill("http://".repeat(600_000)) }),
  "a body of names": zipped({ "a/SKILL.md": skill("read ".repeat(800_000)) }),
  "headers without a name": zipped({
    "a/SKILL.md": new TextEncoder().encode(`name:${" ".repeat(2_000_000)}\nname:`.repeat(2)),
  }),
  "no archive": () => openSkillArchive(new Uint8Array(5_000_000), parseFrontMatter),
};

noneHolds("YAML", FRONT_MATTER);
noneHolds("TOML", TOML);
noneHolds("archives", ARCHIVES);
