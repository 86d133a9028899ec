/** Agents, memories, skills and schedules of an import, each as the person's own. */
import { agentSchema, completeFields } from "../../../agents/fields.ts";
import { derivedId } from "../../../domain/ids.ts";
import { archiveOf, textFile } from "../../../export/archive.ts";
import type { ImportRecord } from "../../../export/imports/record.ts";
import type { ImportedAgent, ImportedMemory, ImportedSchedule, ImportedSkill } from "../../../export/item.ts";
import type { Scope } from "../../../memory/ports/model.ts";
import type { NewCommitment } from "../../../memory/write/commitments.ts";
import { sha256 } from "../../../platform/digest.ts";
import { SCHEDULES } from "../../../schedules/verbs.ts";
import { wishOf } from "../../../schedules/wish.ts";
import { unwrap } from "../../http/api.ts";
import type { Services } from "../services.ts";
import { freeSlug, type TakeOutcome } from "./slugs.ts";

const MOST_INSTRUCTIONS = 100_000;
const LONGEST_NAME = 100;
const MOST_SCHEDULE_TEXT = 8_000;

/** The agent is for its owner alone, whoever that is. */
export async function takeAgent(
  services: Services,
  record: ImportRecord,
  agent: ImportedAgent,
): Promise<TakeOutcome> {
  const { owner } = record;
  const slug = await freeSlug(agent, owner, (one) => services.agents.get(one));
  record.agents[agent.source] = slug.name;
  if (slug.isTaken) return "known";
  const fields = agentSchema().parse({
    name: agent.name.slice(0, LONGEST_NAME),
    instructions: agent.prompt.slice(0, MOST_INSTRUCTIONS),
    owner,
    audience: [],
  });
  await services.agents.create(slug.name, completeFields(fields), owner);
  services.agentCache.forget(slug.name);
  return "imported";
}

/** Untrusted: what another program wrote down counts as more once its person says so. */
export async function takeMemory(
  services: Services,
  { owner, agents }: ImportRecord,
  { text, from, at, scope: named, fact, promise }: ImportedMemory,
): Promise<TakeOutcome> {
  const { memory } = services;
  const scope = scopeHere(named, agents);
  if (!scope) return "no_agent";
  const entry = { owner, scope, origin: "import", trust: "untrusted" } as const;
  const since = at === undefined ? undefined : Date.parse(at);
  if (promise) return takePromise(services, { ...entry, what: text, ...promise });
  const { status } = fact
    ? await memory.writeFact({ ...entry, ...fact, ...(since !== undefined && { valid_from: since }) })
    : await memory.remember({
        ...entry,
        content: text,
        tags: [from],
        ...(since !== undefined && { observed_at: since }),
      });
  if (status === "refused") return "refused";
  return status === "stored" ? "imported" : "known";
}

/** Memory of an agent stays with that agent. Undefined: what it belongs to is not here. */
function scopeHere(scope: string | undefined, agents: ImportRecord["agents"]): Scope | undefined {
  if (scope === undefined || scope === "person") return "person";
  const [, agent] = /^agent:(.+)$/.exec(scope) ?? [];
  const slug = agent === undefined ? undefined : agents[`nightjar:${agent}`];
  return slug === undefined ? undefined : `agent:${slug}`;
}

const MOST_PROMISES = 500;

async function takePromise({ memory }: Services, promise: NewCommitment): Promise<TakeOutcome> {
  const { owner, scope, what } = promise;
  const there = await memory.commitments.list(owner, { scopes: [scope] }, { limit: MOST_PROMISES });
  if (there.some((each) => each.what === what)) return "known";
  const { status } = await memory.addCommitment(promise);
  return status === "stored" ? "imported" : "refused";
}

export async function takeSkill(
  { skills }: Services,
  { owner }: ImportRecord,
  skill: ImportedSkill,
): Promise<TakeOutcome> {
  const there = await skills.library.list(owner);
  if ([...there.skills, ...there.broken].some(({ name }) => name === skill.name)) return "known";
  const opened = await skills.open(await packed(skill));
  const [preview] = opened.ok ? opened.previews : [];
  if (!opened.ok || !preview) return "refused";
  await opened.install(owner, [preview.name]);
  return "imported";
}

async function packed({ name, files }: ImportedSkill): Promise<Uint8Array> {
  const entries = (async function* () {
    for (const { path, text } of files) yield textFile(`${name}/${path}`, text);
  })();
  return new Uint8Array(await new Response(await archiveOf(entries)).arrayBuffer());
}

/** Paused until its person turns it on. */
export async function takeSchedule(
  services: Services,
  record: ImportRecord,
  schedule: ImportedSchedule,
): Promise<TakeOutcome> {
  const { owner } = record;
  const book = services.verbs(SCHEDULES).of(owner);
  const id = derivedId("sch", await sha256(JSON.stringify([owner, "import", schedule.source])));
  if (await book.find(id)) return "known";
  const { name, text, timing, time_zone, agent } = schedule;
  const { time_zone: own } = await services.preferenceCache.get(owner);
  const slug = agent === undefined ? undefined : record.agents[agent];
  const body = { name, text: text.slice(0, MOST_SCHEDULE_TEXT), agent: slug ?? null, ...timing };
  const wish = wishOf({ ...body, ...(time_zone && { time_zone }) }, { now: services.now(), time_zone: own });
  if (!wish.ok) return "unfit_timing";
  await services.quotas.scheduling(owner, async () =>
    unwrap(await book.create({ id, wish: wish.value, maker: { trust: "untrusted" } })),
  );
  unwrap(await book.pause(id));
  return "imported";
}
