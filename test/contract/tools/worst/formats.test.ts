/** The worst front matter, model files and archives that are known. */
import { zipSync } from "fflate";
import { parseFrontMatter } from "../../../../src/platform/front-matter.ts";
import { parseCatalog } from "../../../../src/providers/catalog/catalog.ts";
import { openSkillArchive, previewOf } from "../../../../src/tools/skills/archive.ts";
import { attempt, type Cases, noneHolds, type Part, type Sized } from "./none-holds.ts";

const frontMatter =
  (textOf: (part: Part) => string): Sized =>
  (part) => {
    const text = textOf(part);
    return () => attempt(() => parseFrontMatter(text, "SKILL.md"));
  };
const yaml = (textOf: (part: Part) => string) => frontMatter((part) => `---\n${textOf(part)}\n---\nBody`);
const FRONT_MATTER: Cases = {
  "a deep list": yaml((part) => "[".repeat(part(500_000))),
  "deep maps": yaml((part) => "{a: ".repeat(part(200_000))),
  anchors: yaml((part) => Array.from({ length: part(100_000) }, (_, n) => `- &a${n} x`).join("\n")),
  // It grows with its depth alone.
  laughs: yaml(() =>
    Array.from(
      { length: 30 },
      (_, n) => `a${n}: &a${n} [${Array(10).fill(n === 0 ? "lol" : `*a${n - 1}`)}]`,
    ).join("\n"),
  ),
  keys: yaml((part) => Array.from({ length: part(200_000) }, (_, n) => `k${n}: 1`).join("\n")),
  openings: frontMatter((part) => "---\n".repeat(part(500_000))),
  "line ends": frontMatter((part) => `---\n${"\r\n".repeat(part(1_000_000))}`),
};

const toml =
  (textOf: (part: Part) => string): Sized =>
  (part) => {
    const text = textOf(part);
    return () => attempt(() => parseCatalog([{ path: "models.toml", text }]));
  };
const TOML: Cases = {
  "deep lists": toml((part) => `a = ${"[".repeat(part(100_000))}`),
  "deep tables": toml((part) => `a = ${"{a=".repeat(part(100_000))}`),
  "a deep key": toml((part) => `${"a.".repeat(part(50_000))}a = 1`),
  "deep headers": toml((part) => `[${"a.".repeat(part(50_000))}a]`),
  tables: toml((part) => Array.from({ length: part(50_000) }, (_, n) => `[t${n}]`).join("\n")),
  keys: toml((part) => Array.from({ length: part(50_000) }, (_, n) => `k${n} = 1`).join("\n")),
  "lists of tables": toml((part) => "[[a]]\n".repeat(part(50_000))),
  "a long text": toml((part) => `a = """${'"'.repeat(part(500_000))}`),
  "a long number": toml((part) => `a = ${"1_".repeat(part(300_000))}`),
  comments: toml((part) => "#".repeat(part(1_000_000))),
};

/** It is packed before the time is taken. */
const zipped =
  (filesOf: (part: Part) => Record<string, Uint8Array>): Sized =>
  (part) => {
    const zip = zipSync(filesOf(part), { level: 9 });
    return async () => {
      const opened = await openSkillArchive(zip, parseFrontMatter);
      return opened.ok && opened.skills.map(previewOf);
    };
  };
const skill = (body: string) => new TextEncoder().encode(`---\nname: a\ndescription: b\n---\n${body}`);
const of = (count: number, name: (n: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), new Uint8Array(1)]));
/** A header that says another size than the content has. */
const lying: Sized = (part) => {
  const zip = zipSync({ "a/SKILL.md": new Uint8Array(part(20_000_000)) }, { level: 9 });
  const view = new DataView(zip.buffer, zip.byteOffset);
  for (let at = 0; at + 4 < zip.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
    if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 10, true);
  }
  return () => openSkillArchive(zip, parseFrontMatter);
};
const ARCHIVES: Cases = {
  "a large file": zipped((part) => ({ "a/SKILL.md": new Uint8Array(part(20_000_000)) })),
  "many files": zipped((part) => of(part(5_000), (n) => `a/${n}`)),
  "a size that is a lie": lying,
  "paths of marks": zipped((part) => ({ [`a/${"\u0301\u0316".repeat(part(10_000))}`]: new Uint8Array(1) })),
  "a body of addresses": zipped((part) => ({ "a/SKILL.md": skill("http://".repeat(part(600_000))) })),
  "a body of names": zipped((part) => ({ "a/SKILL.md": skill("read ".repeat(part(800_000))) })),
  "headers without a name": zipped((part) => ({
    "a/SKILL.md": new TextEncoder().encode(`name:${" ".repeat(part(2_000_000))}\nname:`.repeat(2)),
  })),
  "no archive": (part) => {
    const zeros = new Uint8Array(part(5_000_000));
    return () => openSkillArchive(zeros, parseFrontMatter);
  },
};

noneHolds("YAML", FRONT_MATTER);
noneHolds("TOML", TOML);
noneHolds("archives", ARCHIVES);
