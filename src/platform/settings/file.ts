/** Settings as a Markdown file: front matter for all but one, a long text that stands below it. */
import { dump, JSON_SCHEMA } from "js-yaml";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { parseFrontMatter } from "../front-matter.ts";

export interface ParsedFile<Fields> {
  /** Absent: the file's name is the slug. */
  slug?: string;
  fields: Fields;
}

export interface FileKind<Fields, Given extends { slug?: string | undefined }> {
  /** Name of the setting that is the text. */
  body: keyof Fields & string;
  bodyRule: string;
  schema: z.ZodType<Given>;
  /** Applies what the schema cannot say. Throws an AppError if settings contradict each other. */
  complete(given: Omit<Given, "slug">): Fields;
}

/** Throws an AppError that names the wrong field. `path` is for that error. */
export function parseSettingsFile<Fields, Given extends { slug?: string | undefined }>(
  { body, bodyRule, schema, complete }: FileKind<Fields, Given>,
  text: string,
  path: string,
): ParsedFile<Fields> {
  const { data, body: words } = parseFrontMatter(text, path);
  const settings = z.record(z.string(), z.unknown()).safeParse(data);
  if (!settings.success) throw wrong(path, "the front matter is not a list of settings.");
  if (body in settings.data) throw wrong(path, bodyRule);
  const parsed = schema.safeParse({ ...settings.data, [body]: words });
  if (!parsed.success) throw wrong(path, z.prettifyError(parsed.error));
  const { slug, ...given } = parsed.data;
  return { fields: namingPath(path, () => complete(given)), ...(slug !== undefined && { slug }) };
}

/** Leaves out settings at their default. Parsing the text gives the same settings. */
export function settingsFile(
  slug: string,
  { settings, defaults, body }: { settings: object; defaults: object; body: string },
): string {
  const usual = defaults as Partial<Record<string, unknown>>;
  const set = Object.entries(settings).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key]),
  );
  const yaml = dump({ slug, ...Object.fromEntries(set) }, { schema: JSON_SCHEMA, lineWidth: 100 });
  return `---\n${yaml}---\n\n${body}\n`;
}

function namingPath<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (problem) {
    throw problem instanceof AppError ? wrong(path, problem.reason) : problem;
  }
}

function wrong(path: string, reason: string): AppError {
  return new AppError("malformed_request", `${path}: ${reason}`);
}
