/** Parses Markdown with YAML front matter: the file format of agents, rooms and skills. */
import { JSON_SCHEMA, load } from "js-yaml";
import { AppError } from "../domain/errors.ts";

interface FrontMatter {
  data: unknown;
  body: string;
}

/** Throws an AppError that names the problem in the front matter. */
export function parseFrontMatter(text: string, path: string): FrontMatter {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text);
  if (!match) return { data: {}, body: text.trim() };
  try {
    return { data: load(match[1] ?? "", { schema: JSON_SCHEMA }) ?? {}, body: (match[2] ?? "").trim() };
  } catch (cause) {
    throw new AppError("malformed_request", `${path}: the front matter is not valid YAML.`, { cause });
  }
}
