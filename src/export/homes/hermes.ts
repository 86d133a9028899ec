/**
 * The home folder of Hermes, and of its profiles: persona, memory, skills, sessions and schedules. Its settings and sign-ins are
 * not opened.
 */
import type { ImportFile } from "../files/byte-source.ts";
import type { SourceReader, Unit } from "../units.ts";
import { leftFiles, memoriesIn, skillsIn, textAt } from "./markdown.ts";
import { schedulesIn } from "./schedules.ts";
import { sessionIn } from "./sessions.ts";

const HOME = { format: "hermes", program: "Hermes" };
const SOUL = /^(?:profiles\/([^/]+)\/)?SOUL\.md$/;
const MEMORY = /^(?:profiles\/[^/]+\/)?memories\/(?:MEMORY|USER)\.md$/;
const SKILL = /^(?:profiles\/[^/]+\/)?skills\/(?:[^/.]+\/)*([^/.]+)\/SKILL\.md$/;
const SESSION = /^(?:profiles\/[^/]+\/)?sessions\/(?!sessions\.json$)[^/]+\.jsonl?$/;
const JOBS = /^(?:profiles\/[^/]+\/)?cron\/jobs\.json$/;

export const hermesHome: SourceReader = {
  fits(paths) {
    const marks = [
      "SOUL.md",
      "config.yaml",
      "state.db",
      "memories/MEMORY.md",
      "memories/USER.md",
      "cron/jobs.json",
    ];
    return marks.filter((mark) => paths.has(mark)).length >= 2;
  },
  async *units({ files }) {
    for (const file of files) if (SOUL.test(file.path)) yield agentIn(files, file);
    for (const file of files) if (MEMORY.test(file.path)) yield memoriesIn(file, HOME);
    yield* skillsIn(await ownFiles(files), HOME, SKILL);
    for (const { path } of files) {
      if (!JOBS.test(path)) continue;
      const jobs = await textAt(files, path);
      yield { size: jobs.length, findings: () => schedulesIn(jobs, HOME.format) };
    }
    for (const file of files)
      if (SESSION.test(file.path)) yield sessionIn(file, { format: HOME.format, folder: HOME.program });
    yield* leftFiles(files);
  },
};

function agentIn(files: readonly ImportFile[], { path }: ImportFile): Unit {
  const profile = SOUL.exec(path)?.[1];
  return {
    size: 0,
    async findings() {
      const prompt = await textAt(files, path);
      if (prompt.trim() === "") return [{ kind: "agent", title: path, why: "no_words" }];
      const name = profile === undefined ? "Hermes" : `Hermes ${profile}`;
      const value = { source: `hermes:${profile ?? "main"}`, name, prompt };
      return [{ kind: "agent", format: HOME.format, value }];
    },
  };
}

/** Files without the skills that come with Hermes: a list names those. */
async function ownFiles(files: readonly ImportFile[]): Promise<readonly ImportFile[]> {
  const list = await textAt(files, "skills/.bundled_manifest");
  const bundled = new Set(list.split("\n").map((line) => line.split(":", 1)[0]?.trim()));
  return files.filter(({ path }) => !bundled.has(SKILL.exec(path)?.[1] ?? ""));
}
