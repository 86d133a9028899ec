/** Skills, and archives of them. */
import { z } from "zod";
import { type JsonOf, listOf, namedSchema } from "../schema.ts";

const SkillShape = namedSchema("Skill", () =>
  z.object({
    name: z.string(),
    description: z.string(),
    always: z.boolean(),
    allowed_tools: z.array(z.string()),
    files: z.array(z.string()),
    source: z.enum(["shipped", "workspace"]),
  }),
);

const BrokenShape = () => z.object({ name: z.string(), problem: z.string() });

/** Contents of a skill in an archive. */
const SkillContentsShape = () =>
  z.object({
    name: z.string(),
    description: z.string(),
    always: z.boolean(),
    allowed_tools: z.array(z.string()),
    files: z.array(z.object({ path: z.string(), size: z.number() })),
    /** Hosts and tools that its texts mention. */
    hosts: z.array(z.string()),
    mentions: z.array(z.string()),
    warnings: z.array(z.string()),
    body: z.string(),
  });

export const SkillPreviewShape = () =>
  z.object({
    installed: z.boolean(),
    /** Sent back with the installation, so that exactly the previewed archive is installed. */
    digest: z.string(),
    /** Preview of the first one; absent if the archive holds broken ones alone. */
    preview: SkillContentsShape().optional(),
    skills: z.array(SkillContentsShape()),
    /** Skills of the archive that can't be used. */
    broken: z.array(BrokenShape()),
  });

export const SkillsShape = () => listOf(SkillShape()).extend({ broken: z.array(BrokenShape()) });

/** A skill with its text. */
export const SkillTextShape = () => SkillShape().extend({ body: z.string() });

export type SkillSummary = JsonOf<typeof SkillShape>;
export type Skills = JsonOf<typeof SkillsShape>;
export type SkillPreview = JsonOf<typeof SkillPreviewShape>;
export type SkillContents = JsonOf<typeof SkillContentsShape>;
