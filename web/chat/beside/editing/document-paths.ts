/** Names for a document that so far is code in an answer. */
import { slugFor } from "../../../ui/slug.ts";

const FOLDER = "documents";
const MOST_TRIED = 20;

/** Endings of languages whose name is none. */
const ENDINGS: Readonly<Record<string, string>> = {
  ...{ markdown: "md", javascript: "js", typescript: "ts", python: "py", bash: "sh", shell: "sh" },
  ...{ ruby: "rb", rust: "rs", kotlin: "kt", csharp: "cs", "c#": "cs", "c++": "cpp", htm: "html" },
  ...{ dockerfile: "txt", text: "txt", "": "txt" },
};

/** Paths to try one after the other, until one is free. */
export function pathsFor({ language, text }: { language: string; text: string }): string[] {
  const name = language.toLowerCase();
  const ending = ENDINGS[name] ?? (/^[a-z0-9]{1,10}$/.test(name) ? name : "txt");
  const slug = slugFor(headingOf(text)) || "document";
  const first = `${FOLDER}/${slug}`;
  return Array.from({ length: MOST_TRIED }, (_, at) => `${first}${at === 0 ? "" : `-${at + 1}`}.${ending}`);
}

/** The title that the document itself has; may be empty. */
function headingOf(text: string): string {
  const found = /<title[^>]*>([^<]{1,200})<\/title>/i.exec(text) ?? /^#{1,3} +(.{1,200})$/m.exec(text);
  return found?.[1]?.trim() ?? "";
}
