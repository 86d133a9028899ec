import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { problemsIn } from "../../../../scripts/update/check.mjs";
import { Checkout } from "../../../../scripts/update/checkout.mjs";
import { update } from "../../../../scripts/update/steps.mjs";

let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
const git = (where: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
    cwd: where,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

/** A release as a commit with its tag, in the clone of whoever makes them. */
function release(version: string, migrations: string[], conversations: number) {
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(at("maker", file)), { recursive: true });
    writeFileSync(at("maker", file), text);
  };
  write("package.json", JSON.stringify({ version }));
  write("CHANGELOG.md", `# Changelog\n\n## ${version} (today)\n\n- News of ${version}\n\n${old}`);
  old = `## ${version} (today)\n\n- News of ${version}\n\n${old}`;
  write("scripts/check/landed/record.json", JSON.stringify({ version: conversations, migrations }));
  for (const name of migrations) write(`d1-migrations/${name}`, "-- nothing");
  git(at("maker"), "add", "-A");
  git(at("maker"), "commit", "-qm", version);
  git(at("maker"), "tag", `v${version}`);
  git(at("maker"), "push", "-q", "origin", "HEAD:main", "--tags");
}
let old = "";

beforeEach(() => {
  old = "";
  folder = mkdtempSync(path.join(tmpdir(), "nightjar-update-test-"));
  git(folder, "init", "-q", "--bare", "-b", "main", "origin.git");
  git(folder, "init", "-q", "-b", "main", "maker");
  git(at("maker"), "remote", "add", "origin", at("origin.git"));
  release("0.1.0", ["0000_first.sql"], 1);
  git(folder, "clone", "-q", at("origin.git"), "home");
  release("0.2.0", ["0000_first.sql"], 1);
  release("0.10.0", ["0000_first.sql", "0001_second.sql"], 2);
});
afterEach(() => rmSync(folder, { recursive: true }));

const versionAtHome = () => JSON.parse(readFileSync(at("home", "package.json"), "utf8")).version;

async function updated({ ref, dryRun = false, check = async () => {} }: Tried = {}) {
  const done: string[] = [];
  const machine = {
    install: () => void done.push(`install ${versionAtHome()}`),
    snapshot: () => {
      done.push("snapshot");
      return "2026-11-28";
    },
    check,
    stateBack: (name: string) => void done.push(`state of ${name}`),
    say: (line: string) => void said.push(line),
  };
  const said: string[] = [];
  const problem = await update(new Checkout(at("home")), machine, { ref, dryRun }).then(
    () => "",
    (error: Error) => error.message,
  );
  return { problem, done, said: said.join("\n"), version: versionAtHome() };
}

interface Tried {
  ref?: string;
  dryRun?: boolean;
  check?: () => Promise<void>;
}

const fails = async () => {
  throw new Error("it did not start");
};

describe("an update", () => {
  it("shows in a dry run what comes and which forms change, and changes nothing", async () => {
    const { said, done, version } = await updated({ dryRun: true });
    expect(said).toMatch(/^Nightjar 0\.1\.0 becomes 0\.10\.0 \(v0\.10\.0, /);
    expect(said).toContain("- News of 0.10.0\n\n## 0.2.0 (today)\n\n- News of 0.2.0");
    expect(said).not.toContain("News of 0.1.0");
    expect(said).toContain("Migrations of the database: 0001_second.sql\nConversations: form 1 becomes 2\n");
    expect({ done, version }).toEqual({ done: [], version: "0.1.0" });
  });

  it("copies the state, checks the newest release out, and installs its packages", async () => {
    const { problem, said, done, version } = await updated();
    expect({ problem, done, version }).toEqual({
      ...{ problem: "", done: ["snapshot", "install 0.10.0"], version: "0.10.0" },
    });
    expect(said).toContain("npx nightjar rollback 2026-11-28");
    expect((await updated()).said).toBe("This is the newest release already.");
  });

  it("goes back with code, packages and state when the check fails", async () => {
    const { problem, done, version } = await updated({ check: fails });
    expect(problem).toBe(
      "Nightjar 0.10.0 did not pass its check, and 0.1.0 is back with its state: it did not start",
    );
    expect(done).toEqual(["snapshot", "install 0.10.0", "install 0.1.0", "state of 2026-11-28"]);
    expect(version).toBe("0.1.0");
    expect(git(at("home"), "symbolic-ref", "--short", "HEAD").trim()).toBe("main");
  });

  it("needs no copy where forms stay, and takes a release or a branch by name", async () => {
    expect(await updated({ ref: "v0.2.0" })).toMatchObject({ problem: "", done: ["install 0.2.0"] });
    expect(await updated({ ref: "main" })).toMatchObject({ version: "0.10.0" });
    expect((await updated({ ref: "v9" })).problem).toBe('There is no release or branch "v9".');
  });

  it("to a release that knows less than the state is refused", async () => {
    await updated();
    const { problem, version } = await updated({ ref: "v0.2.0" });
    expect(problem).toMatch(/v0\.2\.0 is older than what this checkout stores \(0001_second\.sql\)/);
    expect(version).toBe("0.10.0");
  });

  it("does not mix with changes of one's own", async () => {
    writeFileSync(at("home", "package.json"), "{}");
    const { problem } = await updated().catch((error: Error) => ({ problem: error.message }));
    expect(problem).toMatch(/were changed.*\n.*package\.json\n.*git stash/);
  });
});

describe("what doctor finds after an update", () => {
  it("is a reason to go back where the update can have broken it", () => {
    const finding = { state: "problem", title: "Database", detail: "It does not answer." };
    const report = (check: string) => JSON.stringify({ findings: [{ check, ...finding }] });
    expect(problemsIn(report("database"))).toEqual(["Database: It does not answer."]);
    expect(problemsIn(report("backups"))).toEqual([]);
    expect(problemsIn("Error: no token")).toBeUndefined();
  });
});
