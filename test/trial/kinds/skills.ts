/** Skills that others have published: packed as their packages have them, installed, and read. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { zipSync } from "fflate";
import { TOKEN } from "../../support/process/nightjar.ts";
import { folderOf, versionOf } from "../foreign.ts";
import { check, type Kind, type World } from "../kind.ts";

interface Opened {
  digest: string;
  skills: { name: string }[];
  broken: { name: string; problem: string }[];
}

const PACKAGES = ["ai-labs-claude-skills"];

export const SKILLS: readonly Kind[] = PACKAGES.map((name) => ({ name, hold: (world) => hold(world, name) }));

async function hold({ nightjar }: World, name: string): Promise<string> {
  const post = async (zip: Uint8Array<ArrayBuffer>, query = ""): Promise<Opened> => {
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/zip" };
    const address = `${nightjar.url}/api/v1/skills${query}`;
    const response = await fetch(address, { method: "POST", headers, body: zip });
    const text = await response.text();
    check(response.ok, `${response.status} ${text}`);
    return JSON.parse(text) as Opened;
  };
  const zip = zipSync(filesOf(folderOf(name)));
  const opened = await post(zip);
  check(opened.skills.length > 0, JSON.stringify(opened.broken));
  const names = opened.skills.map((each) => each.name).join(",");
  await post(zip, `?install=${opened.digest}&skills=${encodeURIComponent(names)}`);
  const { items } = await nightjar.request<{ items: { name: string }[] }>("GET", "/skills");
  const listed = new Set(items.map((each) => each.name));
  const missing = opened.skills.filter((each) => !listed.has(each.name));
  check(missing.length === 0, `installed and not listed: ${JSON.stringify(missing)}`);
  for (const each of opened.skills) await nightjar.request("GET", `/skills/${each.name}`);
  const refused = opened.broken.map((each) => `${each.name} (${each.problem})`).join(", ");
  return `${versionOf(name)}: ${opened.skills.length} installed${refused && `; refused: ${refused}`}`;
}

/** Of each folder with a `SKILL.md`, all files. */
function filesOf(root: string): Record<string, Uint8Array> {
  const all = readdirSync(root, { recursive: true, encoding: "utf8" });
  const folders = all.filter((file) => path.basename(file) === "SKILL.md").map(path.dirname);
  const within = (file: string) => folders.some((folder) => file.startsWith(`${folder}${path.sep}`));
  const files = all.filter((file) => within(file) && statSync(path.join(root, file)).isFile());
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(root, file))]));
}
