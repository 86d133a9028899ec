/** Where things lie in the bucket. An owner's name is encoded, so that none reaches into another's. */

function safe(owner: string): string {
  return encodeURIComponent(owner).replaceAll(".", "%2E");
}

export const keys = {
  workspace: (owner: string, path = "") => `workspace/${safe(owner)}/${path}`,
  /** `@` ends the path: no version of `a` is among those of `a/b`. */
  versions: (owner: string, path: string) => `versions/${safe(owner)}/${path}/@/`,
  versionsOf: (owner: string) => `versions/${safe(owner)}/`,
  output: (owner: string, name = "") => `outputs/${safe(owner)}/${name}`,
  file: (owner: string, id = "") => `files/${safe(owner)}/${id}`,
  capabilities: (owner: string, id: string) => `capabilities/${safe(owner)}/${id}/`,
  capability: ({ owner, id, digest }: { owner: string; id: string; digest: string }, path: string) =>
    `capabilities/${safe(owner)}/${id}/${digest}/${path}`,
  /** Where all lies that is that owner's. */
  allOf: (owner: string) =>
    ["workspace", "versions", "outputs", "files", "capabilities"].map((area) => `${area}/${safe(owner)}/`),
  page: (hash: string) => `pages/${hash}`,
};

/** Where things lie that are kept for a while only. */
export const EXPIRING = { versions: "versions/", outputs: "outputs/", pages: "pages/" };

/** What people keep, of all of them. */
export const FILES_OF_ALL = { workspace: "workspace/", uploads: "files/" };
