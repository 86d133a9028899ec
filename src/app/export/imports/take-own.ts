/** Belongings from another Nightjar, each as the importing person's own: no right, owner or switch of the file counts. */
import { z } from "zod";
import { parseAgentFile } from "../../../agents/agent-file.ts";
import { completeFields } from "../../../agents/fields.ts";
import { digestOf } from "../../../capabilities/catalog/bundle.ts";
import { CAPABILITIES } from "../../../capabilities/use/verbs.ts";
import { PromptFields } from "../../../contract/agents/prompts.ts";
import { HookBody } from "../../../contract/hooks/hooks.ts";
import { PreferencesChangeFields } from "../../../contract/people/preferences.ts";
import { definedOf } from "../../../domain/defined.ts";
import { derivedId } from "../../../domain/ids.ts";
import { wholeFile } from "../../../export/files/byte-source.ts";
import type { ImportRecord } from "../../../export/imports/record.ts";
import type {
  ImportedAgent,
  ImportedFields,
  ImportedFile,
  ImportedPreferences,
  ImportedPrompt,
  ImportedSkill,
} from "../../../export/item.ts";
import { newHookSecret } from "../../../hooks/secret.ts";
import { HOOKS } from "../../../hooks/verbs.ts";
import { sha256 } from "../../../platform/digest.ts";
import { PROMPTS } from "../../../prompts/verbs.ts";
import { refusedCast } from "../../../rooms/access.ts";
import { roomSchema, settledRoom } from "../../../rooms/fields.ts";
import { MAX_UPLOAD_BYTES } from "../../../tools/files/port.ts";
import type { Services } from "../services.ts";
import { freeSlug, type TakeOutcome } from "./slugs.ts";
import type { ImportWork } from "./work.ts";

/** Imports an agent. Rules that allow a tool without asking are left out: the importing person gives them anew. */
export async function takeAgentFile(
  services: Services,
  record: ImportRecord,
  { source, name, file = "" }: ImportedAgent,
): Promise<TakeOutcome> {
  const { owner } = record;
  const slug = await freeSlug({ name, source }, owner, (one) => services.agents.get(one));
  record.agents[source] = slug.name;
  if (slug.isTaken) return "known";
  const { fields } = parseAgentFile(file, `${name}.md`);
  const tools = Object.entries(fields.tools).filter(([, rule]) => rule !== "allow");
  const own = { owner, audience: [], conductor: false, picture: null, tools: Object.fromEntries(tools) };
  await services.agents.create(slug.name, completeFields({ ...fields, ...own }), owner);
  services.agentCache.forget(slug.name);
  return "imported";
}

export async function takePrompt(
  services: Services,
  { owner }: ImportRecord,
  prompt: ImportedPrompt,
): Promise<TakeOutcome> {
  const { data } = PromptFields().safeParse(prompt);
  if (!data) return "refused";
  const added = await services.verbs(PROMPTS).add(owner, data);
  if (added === "taken") return "known";
  return added === "full" ? "over_quota" : "imported";
}

/** Imports a room for its owner alone, with those of its agents that exist here. */
export async function takeRoom(
  services: Services,
  record: ImportRecord,
  room: ImportedFields,
): Promise<TakeOutcome> {
  const { owner, agents } = record;
  const slug = await freeSlug(room, owner, (one) => services.rooms.get(one));
  if (slug.isTaken) return "known";
  const here = (one: unknown) => agents[`nightjar:${String(one)}`] ?? String(one);
  const cast = await castOf(services, owner, [room.fields["cast"]].flat().map(here));
  if (cast.length === 0) return "no_agent";
  const inCast = (one: unknown) => (typeof one === "string" && cast.includes(here(one)) ? here(one) : null);
  const { slug: _slug, version: _version, host, moderator, crisis_agent, ...fields } = room.fields;
  const named = { host: inCast(host), moderator: inCast(moderator), crisis_agent: inCast(crisis_agent) };
  const own = { cast, ...named, owner, audience: [], picture: null };
  // Fields that this version does not know are left away.
  const { data } = z.object(roomSchema().shape).safeParse({ ...fields, ...own });
  if (!data) return "refused";
  await services.rooms.create(slug.name, settledRoom(data), owner);
  services.roomCache.forget(slug.name);
  return "imported";
}

async function castOf(services: Services, owner: string, slugs: readonly string[]): Promise<string[]> {
  const who = { owner, role: "member", name: "" } as const;
  const there = await Promise.all(
    slugs.map(async (slug) => refusedCast(slug, await services.agents.get(slug), who) === undefined),
  );
  return [...new Set(slugs.filter((_, at) => there[at]))];
}

/** Switched off, and shared with nobody: its person reads it first. */
export async function takeCapability(
  services: Services,
  { owner }: ImportRecord,
  { name, files: texts }: ImportedSkill,
): Promise<TakeOutcome> {
  const { catalog } = services.verbs(CAPABILITIES);
  if (await catalog.get(owner, name)) return "known";
  const files = Object.fromEntries(texts.map(({ path, text }) => [path, text]));
  const publication = { files, build_id: null, approved: await digestOf(files) };
  const published = await catalog.publish(owner, name, publication);
  if (published.status !== "published") return "refused";
  await catalog.disable(owner, name, "It was imported. Look at its files, then turn it on.");
  return "imported";
}

/** Switched off, with a secret of its own that nobody has seen: its person renews it for the sender. */
export async function takeHook(
  services: Services,
  record: ImportRecord,
  { source, fields }: ImportedFields,
): Promise<TakeOutcome> {
  const { owner, agents } = record;
  const { hooks, random, now } = services.verbs(HOOKS);
  const id = derivedId("hok", await sha256(JSON.stringify([owner, "import", source])));
  if ((await hooks.list(owner)).some((hook) => hook.id === id || hook.name === fields["name"]))
    return "known";
  const agent = agents[`nightjar:${String(fields["agent"])}`] ?? null;
  const own = { agent, conversation_id: null, mail: null, enabled: false };
  const { data } = HookBody().safeParse({ ...fields, ...own });
  if (!data) return "refused";
  const { preset: _preset, verification, delivery_id = null, ...rest } = data;
  if (!verification) return "refused";
  const at = now();
  const unused = { hint: "", deliveries: 0, last_at: null, last_status: null };
  await hooks.create(
    { ...rest, verification, delivery_id, ...unused, id, owner, created_at: at, updated_at: at },
    newHookSecret(verification, random),
  );
  return "imported";
}

/** Untrusted, and never in place of a file that is there. */
export async function takeFile(
  services: Services,
  work: ImportWork,
  { name, archived }: ImportedFile,
): Promise<TakeOutcome> {
  const { owner } = work.record;
  const file = (await work.groups()).flatMap(({ files }) => files).find(({ path }) => path === archived);
  const bytes = file && (await wholeFile(file, MAX_UPLOAD_BYTES).catch(() => undefined));
  if (!bytes) return "damaged";
  const there = await services.workspace.read(owner, name);
  if (there) return isSame(there.bytes, bytes) ? "known" : "there_already";
  const written = await services.workspace.write(owner, name, { bytes, if_etag: null, trust: "untrusted" });
  return written.status === "changed" ? "there_already" : "imported";
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Imports the preferences that the person has not set here. */
export async function takePreferences(
  services: Services,
  { owner, agents }: ImportRecord,
  { values }: ImportedPreferences,
): Promise<TakeOutcome> {
  const { people, preferenceCache } = services;
  const own: Readonly<Record<string, unknown>> = { ...(await people.preferences.get(owner)) };
  const agent = values["default_agent"];
  const wanted = { ...values, avatar: null, default_agent: agents[`nightjar:${String(agent)}`] ?? null };
  const unset = Object.entries(wanted).filter(([name, value]) => value !== null && own[name] === null);
  const { data } = PreferencesChangeFields().safeParse(Object.fromEntries(unset));
  if (!data) return "refused";
  if (Object.keys(data).length === 0) return "known";
  preferenceCache.put(owner, await people.preferences.change(owner, definedOf(data)));
  return "imported";
}
