/** Agents, memories, skills and schedules of an import, each as the person's own. */
import { agentSchema, completeFields } from "../../../agents/fields.ts";
import { derivedId } from "../../../domain/ids.ts";
import { archiveOf, textFile } from "../../../export/archive.ts";
import type { ImportRecord } from "../../../export/imports/record.ts";
import type {
  ImportedAgent,
  ImportedMemory,
  ImportedSchedule,
  ImportedSkill,
  LeftReason,
} from "../../../export/item.ts";
import { sha256, sha256Hex } from "../../../platform/digest.ts";
import { wishOf } from "../../../schedules/fields.ts";
import { SCHEDULES } from "../../../schedules/verbs.ts";
import { unwrap } from "../../http/api.ts";
import type { Services } from "../services.ts";

export type TakeOutcome = "imported" | "known" | LeftReason;

const MOST_INSTRUCTIONS = 100_000;
const LONGEST_NAME = 100;
const LONGEST_SLUG = 40;
const MOST_SCHEDULE_TEXT = 8_000;

/** The agent is for its owner alone, whoever that is. */
export async function takeAgent(
  services: Services,
  record: ImportRecord,
  agent: ImportedAgent,
): Promise<TakeOutcome> {
  const { owner } = record;
  const slug = await freeSlug(services, owner, agent);
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

/** Its name as a slug; where somebody else has that, with an ending that is the same each time. */
async function freeSlug(services: Services, owner: string, { name, source }: ImportedAgent) {
  const plain = slugOf(name);
  const there = await services.agents.get(plain);
  if (!there) return { name: plain, isTaken: false };
  if (there.owner === owner) return { name: plain, isTaken: true };
  const own = `${plain}-${(await sha256Hex(JSON.stringify([owner, source]))).slice(0, 6)}`;
  return { name: own, isTaken: (await services.agents.get(own)) !== undefined };
}

function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return plain.slice(0, LONGEST_SLUG).replace(/-+$/, "") || "imported";
}

/** Untrusted: what another program wrote down counts as more once its person says so. */
export async function takeMemory(
  { memory }: Services,
  { owner }: ImportRecord,
  { text, from, at }: ImportedMemory,
): Promise<TakeOutcome> {
  const { status } = await memory.remember({
    owner,
    scope: "person",
    content: text,
    tags: [from],
    origin: "import",
    trust: "untrusted",
    ...(at !== undefined && { observed_at: Date.parse(at) }),
  });
  if (status === "refused") return "refused";
  return status === "stored" ? "imported" : "known";
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
