/** Keys of objects in the bucket. An owner's name is encoded, so that none reaches into another's. */

function safe(owner: string): string {
  return encodeURIComponent(owner).replaceAll(".", "%2E");
}

/** Areas whose objects each belong to a person. */
const AREAS = [
  "workspace",
  "versions",
  "outputs",
  "files",
  "file-texts",
  "capabilities",
  "imports",
  "import-parts",
  "research",
  "sources",
  "transcripts",
  "recordings",
];

export const keys = {
  workspace: (owner: string, path = "") => `workspace/${safe(owner)}/${path}`,
  /** `@` ends the path: no version of `a` is among those of `a/b`. */
  versions: (owner: string, path: string) => `versions/${safe(owner)}/${path}/@/`,
  versionsOf: (owner: string) => `versions/${safe(owner)}/`,
  output: (owner: string, name = "") => `outputs/${safe(owner)}/${name}`,
  file: (owner: string, id = "") => `files/${safe(owner)}/${id}`,
  /** Recognized text of a file. */
  fileText: (owner: string, id: string) => `file-texts/${safe(owner)}/${id}`,
  source: (owner: string, hash: string) => `sources/${safe(owner)}/${hash}/`,
  capabilities: (owner: string, id: string) => `capabilities/${safe(owner)}/${id}/`,
  capability: ({ owner, id, digest }: { owner: string; id: string; digest: string }, path: string) =>
    `capabilities/${safe(owner)}/${id}/${digest}/${path}`,
  import: (owner: string, id = "") => `imports/${safe(owner)}/${id}`,
  importParts: (owner: string) => `import-parts/${safe(owner)}/`,
  research: (owner: string, id = "") => `research/${safe(owner)}/${id}`,
  /** Text of a recording that was transcribed today. */
  transcript: (owner: string, id: string) => `transcripts/${safe(owner)}/${id}`,
  /** Sound of what a person said in a call. */
  recording: (owner: string, id = "") => `recordings/${safe(owner)}/${id}`,
  /** Prefixes of all of that owner's objects. */
  allOf: (owner: string) => AREAS.map((area) => `${area}/${safe(owner)}/`),
  page: (hash: string) => `pages/${hash}`,
};

/** Prefixes of objects that expire. */
export const EXPIRING = {
  versions: "versions/",
  outputs: "outputs/",
  pages: "pages/",
  importParts: "import-parts/",
  transcripts: "transcripts/",
  recordings: "recordings/",
};

/** Prefixes of the files that people keep, of all owners. */
export const FILES_OF_ALL = { workspace: "workspace/", uploads: "files/" };
