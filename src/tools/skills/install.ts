/** People's actions on their own skills: preview an archive, install it, remove a skill. */
import { sha256Hex } from "../../platform/digest.ts";
import type { Workspace } from "../workspace/port.ts";
import { openSkillArchive, previewOf, type SkillArchive, type SkillPreview } from "./archive.ts";
import type { SkillLibrary } from "./library.ts";
import type { BrokenSkill, FrontMatterParser, Skill } from "./skill.ts";

type OpenedSkill =
  | { ok: false; problem: string }
  | {
      ok: true;
      /** Digest of the archive: consent to a preview is consent to exactly these bytes. */
      digest: string;
      /** Previews of at least one skill. */
      previews: SkillPreview[];
      /** Skills in the archive that can't be used. */
      broken: BrokenSkill[];
      /** Installs the named skills. */
      install(owner: string, names: readonly string[]): Promise<void>;
    };

export interface SkillInstaller {
  /** Opens a zip archive; stores nothing. */
  open(zip: Uint8Array): Promise<OpenedSkill>;
  /** Removes a skill from the owner's workspace. */
  remove(owner: string, skill: Skill): Promise<void>;
}

interface SkillInstallerDeps {
  workspace: Pick<Workspace, "write" | "remove">;
  library: Pick<SkillLibrary, "forget">;
  parse: FrontMatterParser;
}

export function createSkillInstaller({ workspace, library, parse }: SkillInstallerDeps): SkillInstaller {
  const install = async (owner: string, skills: readonly SkillArchive[]) => {
    for (const { skill, files } of skills) {
      for (const { path, bytes } of mainFileLast(files)) {
        await workspace.write(owner, `skills/${skill.name}/${path}`, { bytes });
      }
    }
    library.forget(owner);
  };
  return {
    async open(zip) {
      const opened = await openSkillArchive(zip, parse);
      if (!opened.ok) return opened;
      const { skills, broken } = opened;
      return {
        ok: true,
        digest: await sha256Hex(zip),
        previews: skills.map(previewOf),
        broken,
        install: (owner, names) =>
          install(
            owner,
            skills.filter(({ skill }) => names.includes(skill.name)),
          ),
      };
    },
    async remove(owner, { name, files }) {
      for (const path of ["SKILL.md", ...files]) await workspace.remove(owner, `skills/${name}/${path}`);
      library.forget(owner);
    },
  };
}

/** Orders SKILL.md last: an incomplete installation is no skill. */
function mainFileLast(files: SkillArchive["files"]): SkillArchive["files"] {
  return [...files].sort((a, b) => Number(a.path === "SKILL.md") - Number(b.path === "SKILL.md"));
}
