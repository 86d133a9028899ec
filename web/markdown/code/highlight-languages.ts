/** The languages with highlighting, each loaded when the first code in it appears. A chunk of its own. */
import type { HLJSApi, LanguageFn } from "highlight.js";
import highlighter from "highlight.js/lib/core";

const LANGUAGES: Readonly<Record<string, () => Promise<{ default: LanguageFn }>>> = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  csharp: () => import("highlight.js/lib/languages/csharp"),
  css: () => import("highlight.js/lib/languages/css"),
  diff: () => import("highlight.js/lib/languages/diff"),
  dockerfile: () => import("highlight.js/lib/languages/dockerfile"),
  go: () => import("highlight.js/lib/languages/go"),
  ini: () => import("highlight.js/lib/languages/ini"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  kotlin: () => import("highlight.js/lib/languages/kotlin"),
  lua: () => import("highlight.js/lib/languages/lua"),
  markdown: () => import("highlight.js/lib/languages/markdown"),
  php: () => import("highlight.js/lib/languages/php"),
  python: () => import("highlight.js/lib/languages/python"),
  ruby: () => import("highlight.js/lib/languages/ruby"),
  rust: () => import("highlight.js/lib/languages/rust"),
  sql: () => import("highlight.js/lib/languages/sql"),
  swift: () => import("highlight.js/lib/languages/swift"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
};

/** Aliases, and languages that are highlighted as a similar one. */
const ALSO: Readonly<Record<string, string>> = {
  ...{
    sh: "bash",
    zsh: "bash",
    shell: "bash",
    h: "c",
    "c++": "cpp",
    cc: "cpp",
    hpp: "cpp",
    cs: "csharp",
    "c#": "csharp",
  },
  ...{
    patch: "diff",
    docker: "dockerfile",
    golang: "go",
    toml: "ini",
    js: "javascript",
    jsx: "javascript",
    mjs: "javascript",
  },
  ...{
    cjs: "javascript",
    jsonc: "json",
    json5: "json",
    kt: "kotlin",
    kts: "kotlin",
    md: "markdown",
    py: "python",
    rb: "ruby",
  },
  ...{
    rs: "rust",
    ts: "typescript",
    tsx: "typescript",
    mts: "typescript",
    cts: "typescript",
    html: "xml",
    xhtml: "xml",
  },
  ...{ svg: "xml", rss: "xml", plist: "xml", svelte: "xml", vue: "xml", yml: "yaml" },
};
/** Languages embedded in other languages, which are then highlighted too. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  xml: ["css", "javascript"],
  markdown: ["xml"],
  php: ["xml"],
};

/** A highlighter that knows the language; undefined when there is none. */
export async function highlighterOf(name: string): Promise<HLJSApi | undefined> {
  const language = ALSO[name] ?? name;
  await Promise.all([language, ...(WITHIN[language] ?? [])].map(learn));
  return highlighter.getLanguage(name) ? highlighter : undefined;
}

async function learn(language: string): Promise<void> {
  if (!Object.hasOwn(LANGUAGES, language) || highlighter.getLanguage(language)) return;
  const learnt = await LANGUAGES[language]?.();
  if (learnt) highlighter.registerLanguage(language, learnt.default);
  const names = Object.entries(ALSO).flatMap(([also, of]) => (of === language ? [also] : []));
  highlighter.registerAliases(names, { languageName: language });
}
