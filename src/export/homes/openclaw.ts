/**
 * The home folder of OpenClaw: agents with their workspaces, memory, skills, sessions and schedules. Its settings hold tokens and
 * are not opened.
 */
import type { ImportFile } from "../files/byte-source.ts";
import type { SourceReader, Unit } from "../units.ts";
import { leftFiles, memoriesIn, skillsIn, textAt } from "./markdown.ts";
import { schedulesIn } from "./schedules.ts";
import { sessionIn } from "./sessions.ts";

const HOME = { format: "openclaw", program: "OpenClaw" };
const SETTINGS = /^(?:openclaw|clawdbot|moltbot)\.json(?:\.bak.*)?$/;
const SESSION = /^agents\/([^/]+)\/sessions\/[^/]+\.jsonl$/;
const SKILL = /^(?:workspace[^/]*\/(?:[^/]+\/)?)?skills\/([^/]+)\/SKILL\.md$/;
/** Workspace of the main agent, or of a named one. */
const PERSONA = /^(workspace(?:-([^/]+))?(?:\/([^/]+))?)\/(?:SOUL|IDENTITY)\.md$/;
const MEMORY = /^workspace[^/]*\/(?:[^/]+\/)?(?:(?:MEMORY|memory|USER)\.md|memory\/[^/]+\.md)$/;

export const openClawHome: SourceReader = {
  fits: (paths) =>
    [...paths].some((path) => SETTINGS.test(path)) ||
    (paths.has("workspace/SOUL.md") && [...paths].some((path) => SESSION.test(path))),
  async *units({ files }) {
    for (const workspace of workspacesOf(files)) yield agentIn(files, workspace);
    for (const file of files) if (MEMORY.test(file.path)) yield memoriesIn(file, HOME);
    yield* skillsIn(files, HOME, SKILL);
    const jobs = await textAt(files, "cron/jobs.json");
    yield { size: jobs.length, findings: () => schedulesIn(jobs, HOME.format) };
    for (const file of files)
      if (SESSION.test(file.path)) yield sessionIn(file, { format: HOME.format, folder: HOME.program });
    yield* leftFiles(files, SETTINGS);
  },
};

interface Workspace {
  folder: string;
  agent: string;
}

function workspacesOf(files: readonly ImportFile[]): Workspace[] {
  const found = new Map<string, Workspace>();
  for (const { path } of files) {
    const [, folder, named, inner] = PERSONA.exec(path) ?? [];
    if (folder !== undefined) found.set(folder, { folder, agent: named ?? inner ?? "main" });
  }
  return [...found.values()];
}

function agentIn(files: readonly ImportFile[], { folder, agent }: Workspace): Unit {
  return {
    size: 0,
    async findings() {
      const [soul, identity, rules] = await Promise.all(
        ["SOUL", "IDENTITY", "AGENTS"].map((name) => textAt(files, `${folder}/${name}.md`)),
      );
      const prompt = [soul, identity, rules].filter((text) => text?.trim()).join("\n\n");
      const name = /^[-*\s]*\**Name:?\**:?\s*(.{1,60})$/im
        .exec(identity ?? "")?.[1]
        ?.replaceAll("*", "")
        .trim();
      const isNamed = name && !/^[_(]/.test(name);
      const value = { source: `openclaw:${agent}`, name: isNamed ? name : `OpenClaw ${agent}`, prompt };
      return [{ kind: "agent", format: HOME.format, value }];
    },
  };
}
