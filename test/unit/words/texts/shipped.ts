/** Names and sentences of the agents, templates, rooms and skills that Nightjar ships with, as lists show them. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

const FOLDERS = ["r2/agents", "r2/templates", "r2/rooms", "r2/skills"];

export function shippedTexts(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.md$/.test(file) && (folder !== "r2/skills" || /SKILL\.md$/.test(file)))
      .flatMap((file) => shownIn(readFileSync(path.join(folder, file), "utf8"), folder)),
  );
}

/** People's names stay; templates are named by what they do, skills by their folder. */
function shownIn(file: string, folder: string): string[] {
  const front: unknown = parse(file.split(/^---$/m)[1] ?? "");
  const { name, role, description } = front as Readonly<Record<string, string | undefined>>;
  const shown = [role, description, folder === "r2/templates" ? name : undefined];
  return shown.flatMap((text) => (text === undefined ? [] : [text.trim()]));
}
