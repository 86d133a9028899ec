/** Reads and changes this checkout and its releases by git. */
import { execFileSync } from "node:child_process";

export class Checkout {
  /** @param {string} root */
  constructor(root) {
    this.root = root;
  }

  /** Throws an Error that says what to do unless the folder is a clean checkout. */
  requireClean() {
    if (this.#try(["rev-parse", "--git-dir"]) === undefined)
      throw new Error(
        "This folder is no git checkout. Put the newer Nightjar beside it, and point its STATE_DIR at this state.",
      );
    const changed = this.git(["status", "--porcelain", "--untracked-files=no"]);
    if (changed !== "")
      throw new Error(
        `Files of this checkout were changed, and an update would mix them up:\n${changed}\nCommit them, or put them aside by "git stash".`,
      );
  }

  /** Reads the releases. Throws an Error with git's words where the origin can't be reached. */
  fetch() {
    this.git(["fetch", "--quiet", "--tags", "origin"]);
  }

  /**
   * Throws an Error when there is no such release.
   * @param {string | undefined} ref undefined: the newest release
   * @returns {{name: string, commit: string}}
   */
  target(ref) {
    const name = ref ?? this.git(["tag", "--list", "v*", "--sort=-version:refname"]).split("\n")[0];
    if (!name) throw new Error("There is no release yet. Name a branch: npx nightjar update main");
    for (const full of [`refs/tags/${name}`, `refs/remotes/origin/${name}`, name]) {
      const commit = this.#try(["rev-parse", "--verify", "--quiet", "--end-of-options", `${full}^{commit}`]);
      if (commit) return { name, commit };
    }
    throw new Error(`There is no release or branch "${name}".`);
  }

  get commit() {
    return this.git(["rev-parse", "HEAD"]);
  }

  /** The branch, or the commit where there is none: to come back to. */
  get place() {
    return this.#try(["symbolic-ref", "--quiet", "--short", "HEAD"]) || this.commit;
  }

  /**
   * Tells whether this checkout contains the commit.
   * @param {string} commit
   */
  has(commit) {
    return this.#try(["merge-base", "--is-ancestor", commit, "HEAD"]) !== undefined;
  }

  /**
   * @param {string} commit
   * @param {string} file
   * @returns {string} empty when it is not there
   */
  read(commit, file) {
    return this.#try(["show", `${commit}:${file}`]) ?? "";
  }

  /**
   * @param {string} commit
   * @param {string} folder
   * @returns {string[]} names of its files
   */
  list(commit, folder) {
    const names = this.git(["ls-tree", "--name-only", commit, `${folder}/`]);
    return names.split("\n").map((name) => name.slice(folder.length + 1));
  }

  /** @param {string} place a commit or a branch */
  go(place) {
    this.git(["checkout", "--quiet", place]);
  }

  /** @param {string[]} args */
  git(args) {
    try {
      return execFileSync("git", args, {
        cwd: this.root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      }).trim();
    } catch (error) {
      const words = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
      throw new Error(`git ${args[0]} failed: ${words}`);
    }
  }

  /** @param {string[]} args */
  #try(args) {
    try {
      return this.git(args);
    } catch {
      // Git fails for what does not exist.
      return undefined;
    }
  }
}
