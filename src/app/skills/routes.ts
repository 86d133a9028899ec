/** Skills over HTTP: list, read, preview an archive, install and remove. */
import { z } from "zod";
import { SkillPreviewShape, SkillsShape, SkillTextShape } from "../../contract/agents/skills.ts";
import { AppError } from "../../domain/errors.ts";
import type { Skill } from "../../tools/skills/skill.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";

const params = () => z.object({ name: z.string().max(200) });

export const skillRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/skills",
    policy: { who: "member", scope: "read" },
    summary: "The skills, and why some can't be used.",
    answers: () => ({ 200: SkillsShape() }),
    handler: list,
  }),
  defineRoute({
    method: "get",
    path: "/skills/:name",
    policy: { who: "member", scope: "read" },
    summary: "A skill with its text.",
    params,
    answers: () => ({ 200: SkillTextShape() }),
    handler: (context, { params: { name } }) => read(context, name),
  }),
  defineRoute({
    method: "post",
    path: "/skills",
    policy: { who: "member", scope: "write" },
    summary:
      "A zip archive of one skill or of several: says what they may do; installs with `?install=` and the digest of that answer, of several those of `skills=`, their names with commas.",
    query: () => z.object({ install: z.string().optional(), skills: z.string().max(20_000).optional() }),
    takes: ["application/zip"],
    answers: () => ({ 200: SkillPreviewShape(), 201: SkillPreviewShape() }),
    handler: (context, { query }) => install(context, query.install, query.skills),
  }),
  defineRoute({
    method: "delete",
    path: "/skills/:name",
    policy: { who: "member", scope: "write" },
    summary: "Removes a skill of the workspace.",
    params,
    answers: () => ({ 204: "empty" }),
    handler: (context, { params: { name } }) => remove(context, name),
  }),
];

async function list(context: ApiContext) {
  const { skills, broken } = await servicesOf(context).skills.library.list(owner(context));
  return reply(200, { items: skills.map(summary), broken, next_cursor: null });
}

async function read(context: ApiContext, name: string) {
  const skill = await existing(context, name);
  return reply(200, { ...summary(skill), body: skill.body });
}

async function install(context: ApiContext, confirmed: string | undefined, wanted: string | undefined) {
  const zip = new Uint8Array(await context.req.arrayBuffer());
  const opened = await servicesOf(context).skills.open(zip);
  if (!opened.ok) throw new AppError("malformed_request", opened.problem);
  const { digest, previews: skills, broken } = opened;
  const views = skills.map((skill) => ({ ...skill }));
  const found = { digest, preview: views[0], skills: views, broken };
  if (confirmed === undefined) return reply(200, { installed: false, ...found });
  if (confirmed !== digest) {
    throw new AppError(
      "conflict",
      "The archive has changed since its preview. Look at the preview again before you install it.",
    );
  }
  await opened.install(
    owner(context),
    chosen(
      skills.map(({ name }) => name),
      wanted,
    ),
  );
  return reply(201, { installed: true, ...found });
}

/** The person names which of several skills to take; a single one needs no choice. */
function chosen(there: readonly string[], wanted: string | undefined): readonly string[] {
  if (wanted === undefined && there.length === 1) return there;
  const names = (wanted ?? "").split(",").filter((name) => name !== "");
  const unknown = names.filter((name) => !there.includes(name));
  if (names.length > 0 && unknown.length === 0) return names;
  const problem = unknown.length > 0 ? `There is no ${unknown.join(", ")} in it.` : "Say which.";
  throw new AppError("malformed_request", `skills: ${problem} The archive has ${there.join(", ")}.`);
}

async function remove(context: ApiContext, name: string): Promise<Response> {
  const skill = await existing(context, name);
  if (skill.source === "shipped") {
    throw new AppError(
      "conflict",
      "This skill comes with Nightjar. Choose an agent's skills in its settings to leave it out.",
    );
  }
  await servicesOf(context).skills.remove(owner(context), skill);
  return context.body(null, 204);
}

async function existing(context: ApiContext, name: string): Promise<Skill> {
  const { skills } = await servicesOf(context).skills.library.list(owner(context));
  const skill = skills.find((candidate) => candidate.name === name);
  if (!skill)
    throw new AppError("resource_not_found", `There is no skill ${name}. GET /api/v1/skills lists them.`);
  return skill;
}

function summary({ name, description, always, allowed_tools, files, source }: Skill) {
  return { name, description, always, allowed_tools, files, source };
}

function owner(context: ApiContext): string {
  return context.get("principal").owner;
}
