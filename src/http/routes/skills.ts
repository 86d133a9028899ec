/** Skills over HTTP: list, read, look into an archive, install, remove; and what was allowed for good. */

import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Skill } from "../../tools/skills/skill.ts";
import { type ApiContext, type Route, readBody } from "../api.ts";

export const skillRoutes: Route[] = [
  {
    method: "get",
    path: "/skills",
    access: "person",
    summary: "The skills, and why some can't be used.",
    handler: list,
  },
  {
    method: "get",
    path: "/skills/:name",
    access: "person",
    summary: "A skill with its text.",
    handler: read,
  },
  {
    method: "post",
    path: "/skills",
    access: "person",
    summary:
      "A zip archive of a skill: says what it may do; installs it with `?install=` and the digest of that answer.",
    handler: install,
  },
  {
    method: "delete",
    path: "/skills/:name",
    access: "person",
    summary: "Removes a skill of the workspace.",
    handler: remove,
  },
  {
    method: "get",
    path: "/grants",
    access: "person",
    summary: "Tools that agents may use without asking.",
    handler: grants,
  },
  {
    method: "delete",
    path: "/grants",
    access: "person",
    summary: "Takes such a permission back.",
    handler: revoke,
  },
];

async function list(context: ApiContext): Promise<Response> {
  const { skills, broken } = await context.get("house").skills.library.list(owner(context));
  return context.json({ items: skills.map(summary), broken, next_cursor: null });
}

async function read(context: ApiContext): Promise<Response> {
  const skill = await existing(context);
  return context.json({ ...summary(skill), body: skill.body });
}

async function install(context: ApiContext): Promise<Response> {
  const zip = new Uint8Array(await context.req.arrayBuffer());
  const opened = await context.get("house").skills.open(zip);
  if (!opened.ok) throw new AppError("malformed_request", opened.problem);
  const { digest, preview } = opened;
  const confirmed = context.req.query("install");
  if (confirmed === undefined) return context.json({ installed: false, digest, preview });
  if (confirmed !== digest) {
    throw new AppError(
      "conflict",
      "The digest is not that of this archive: look at its preview again before you install it.",
    );
  }
  await opened.install(owner(context));
  return context.json({ installed: true, digest, preview }, 201);
}

async function remove(context: ApiContext): Promise<Response> {
  const skill = await existing(context);
  if (skill.source === "shipped") {
    throw new AppError(
      "conflict",
      "This skill comes with Nightjar. Choose an agent's skills in its settings to leave it out.",
    );
  }
  await context.get("house").skills.remove(owner(context), skill);
  return context.body(null, 204);
}

async function grants(context: ApiContext): Promise<Response> {
  const items = await context.get("house").grants.list(owner(context));
  const shown = items.map((grant) => ({ ...grant, granted_at: new Date(grant.granted_at).toISOString() }));
  return context.json({ items: shown, next_cursor: null });
}

async function revoke(context: ApiContext): Promise<Response> {
  const { agent, tool } = await readBody(context, z.object({ agent: z.string(), tool: z.string() }));
  if (!(await context.get("house").grants.remove(owner(context), agent, tool))) {
    throw new AppError("resource_not_found", `${agent} has no standing permission for ${tool}.`);
  }
  return context.body(null, 204);
}

async function existing(context: ApiContext): Promise<Skill> {
  const name = context.req.param("name") ?? "";
  const { skills } = await context.get("house").skills.library.list(owner(context));
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
