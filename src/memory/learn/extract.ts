/**
 * Extracts memories, facts and commitments after an exchange. Reads the indexed turns, so it can stop
 * anywhere and continue.
 */
import { z } from "zod";
import { plainName } from "../../domain/conversation/voices.ts";
import { type Trust, weakest } from "../../domain/trust.ts";
import type { ModelAccess } from "../model/ask.ts";
import { askInForm } from "../model/ask-in-form.ts";
import type { Core } from "../ports/core.ts";
import type { Origin, Passage, Scope } from "../ports/model.ts";
import { parseDate } from "../text/dates.ts";
import { addCommitment } from "../write/commitments.ts";
import { writeFact } from "../write/facts.ts";
import { relationDraft } from "../write/relations.ts";
import { remember } from "../write/remember.ts";

export interface ModelCore extends Core {
  models: ModelAccess | undefined;
}

const line = z.coerce.number().int().min(1).catch(0);
const name = z.string().trim().min(1).max(120);
const day = z.string().nullish().catch(null);

export interface ConversationSource {
  owner: string;
  conversation_id: string;
}

/** A list of at most so many entries; one that does not fit costs itself alone. */
function entriesOf<S extends z.ZodType>(entry: S, most: number) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((given) =>
      given
        .flatMap((one): z.output<S>[] => {
          const { success, data } = entry.safeParse(one);
          return success ? [data] : [];
        })
        .slice(0, most),
    );
}

export const ExtractedMemories = z.object({
  memories: entriesOf(
    z.object({
      content: z.string().trim().min(1).max(1_000),
      tags: z.array(z.string().max(60)).max(12).catch([]),
      about: z.string().max(120).catch(""),
      tier: z.enum(["long_term", "short_term"]).catch("short_term"),
      line,
    }),
    20,
  ),
  facts: entriesOf(
    z.object({
      entity: name,
      attribute: name,
      value: z.string().trim().min(1).max(500),
      since: day,
      many: z.boolean().catch(false),
      confidence: z.number().min(0).max(1).catch(0.7),
      line,
    }),
    30,
  ),
  commitments: entriesOf(
    z.object({ who: z.string().max(120).catch(""), what: name.max(500), due: day, line }),
    10,
  ),
  aliases: entriesOf(z.object({ alias: name, entity: name }), 10),
  relations: entriesOf(z.object({ from: name, relation: name, to: name }), 20),
});

type Extraction = z.output<typeof ExtractedMemories>;

/** `unread`: the model answered, and nothing that it wrote could be read. */
export type ExtractOutcome = { status: "done" | "nothing_new" | "no_model" | "unread"; stored: number };

/** Turns per model call. */
const TURNS = 40;
const TURN_CHARACTERS = 1_200;

/** Throws when the model fails: the job is then retried from where it stopped. */
export async function extractConversation(
  core: ModelCore,
  source: ConversationSource,
  signal: AbortSignal,
): Promise<ExtractOutcome> {
  const { owner, conversation_id } = source;
  const stage = { owner, source: conversation_id, stage: "extract" } as const;
  const turns = await core.storage.chunks.notYet(stage, TURNS);
  const last = turns.at(-1);
  if (last === undefined) return { status: "nothing_new", stored: 0 };
  const stored = turns.some(isPerson) ? await extractTurns(core, { ...source, turns }, signal) : 0;
  if (stored === undefined) return { status: "no_model", stored: 0 };
  await core.storage.progress.advance(stage, last.ordinal, core.now());
  return stored === "unread" ? { status: "unread", stored: 0 } : { status: "done", stored };
}

function isPerson(turn: Passage): boolean {
  return turn.role === "user";
}

/** `conversation_id` is empty for turns of several conversations. */
interface Stretch extends ConversationSource {
  turns: readonly Passage[];
}

/**
 * A model that sees untrusted words may attribute them to the person. So the person's words are extracted by
 * a call that sees no others; other people's words are extracted separately and stay untrusted.
 */
export async function extractTurns(
  core: ModelCore,
  stretch: Stretch,
  signal: AbortSignal,
): Promise<number | "unread" | undefined> {
  const own = stretch.turns.some((turn) => isPerson(turn) && turn.trust === "trusted");
  const others = stretch.turns.some((turn) => isPerson(turn) && turn.trust === "untrusted");
  const trusts: Trust[] = [
    ...(own ? (["trusted"] as const) : []),
    ...(others ? (["untrusted"] as const) : []),
  ];
  let kept = 0;
  let isUnread = false;
  for (const trust of trusts) {
    const found = await extractAs(core, { ...stretch, trust }, signal);
    if (found === undefined) return undefined;
    if (found === "unread") isUnread = true;
    else kept += found;
  }
  return isUnread && kept === 0 ? "unread" : kept;
}

async function extractAs(
  core: ModelCore,
  { turns, trust, ...source }: Stretch & { trust: Trust },
  signal: AbortSignal,
): Promise<number | "unread" | undefined> {
  const id = `memory:extract:${turns[0]?.source ?? ""}:${turns[0]?.ordinal ?? 0}:${turns.length}`;
  const question = {
    ...source,
    prompt: "memory-extraction" as const,
    text: numbered(turns, trust),
    max_output_tokens: 2_000,
    cost_id: trust === "trusted" ? id : `${id}:others`,
    now: core.now(),
    signal,
  };
  const answer = await askInForm(core.models, question, { name: "memories", schema: ExtractedMemories });
  if (answer.status === "no_model") return undefined;
  if (answer.status === "failed") throw new Error(answer.reason);
  if (answer.status === "unread") return "unread";
  const { value: found } = answer;
  const mayBeSource = (turn: Passage) => isPerson(turn) && turn.trust === trust;
  return keep(core, found, { ...source, origin: "extraction", trust, lines: turns, mayBeSource });
}

function numbered(turns: readonly Passage[], trust: Trust): string {
  return turns
    .map((turn, index) => {
      const day = turn.said_at === undefined ? "" : ` (${new Date(turn.said_at).toISOString().slice(0, 10)})`;
      const who = `${isPerson(turn) ? "PERSON" : "AGENT"} ${plainName(turn.speaker)}`;
      const isShown = trust === "untrusted" || turn.trust === "trusted";
      const isOther = index > 0 && turn.source !== turns[index - 1]?.source;
      return `${isOther ? OTHER_CONVERSATION : ""}${index + 1}. ${who}${day}: ${isShown ? turn.text.slice(0, TURN_CHARACTERS) : LEFT_OUT}`;
    })
    .join("\n");
}

const OTHER_CONVERSATION = "(another conversation)\n";
const LEFT_OUT = "(left out: it is made of what came from outside)";

interface StoreContext {
  owner: string;
  /** Absent: the lines are of a file. Else each line's source is its conversation. */
  conversation_id?: string;
  origin: Origin;
  /** Trust of everything that the model was shown. */
  trust: Trust;
  /** The passages that the extraction's line numbers refer to. */
  lines: readonly Passage[];
  /** Whether an entry may rest on this line. An entry that names no line, or a forbidden one, is dropped. */
  mayBeSource(line: Passage): boolean;
}

/** Stores the extracted entries; one that rests on no line, or on an agent's own words, is junk. */
export async function keep(core: Core, found: Extraction, storing: StoreContext): Promise<number> {
  let kept = 0;
  const { owner, trust } = storing;
  for (const alias of found.aliases) await core.names.add(owner, { ...alias, trust }, core.now());
  for (const { line: number, ...entry } of found.memories) {
    const basis = basisOf(core, storing, number);
    if (basis === undefined) continue;
    const { about, ...memory } = entry;
    const outcome = await remember(core, { ...memory, ...basis, ...(about === "" ? {} : { about }) });
    if (outcome.status === "stored") kept++;
  }
  for (const { line: number, since, ...entry } of found.facts) {
    const basis = basisOf(core, storing, number);
    if (basis === undefined) continue;
    const { observed_at, ...provenance } = basis;
    const outcome = await writeFact(core, {
      ...entry,
      ...provenance,
      valid_from: dayOf(since) ?? observed_at,
    });
    if (outcome.status === "stored") kept++;
  }
  for (const { line: number, due, ...entry } of found.commitments) {
    const basis = basisOf(core, storing, number);
    if (basis === undefined) continue;
    const { observed_at: _at, ...provenance } = basis;
    const due_at = dayOf(due);
    const outcome = await addCommitment(core, {
      ...entry,
      ...provenance,
      ...(due_at === undefined ? {} : { due_at }),
    });
    if (outcome.status === "stored") kept++;
  }
  await connect(core, found, storing);
  return kept;
}

function basisOf(core: Core, storing: StoreContext, number: number) {
  const basis = storing.lines[number - 1];
  if (basis === undefined || !storing.mayBeSource(basis)) return undefined;
  const scope: Scope = basis.scope;
  return {
    owner: storing.owner,
    scope,
    origin: storing.origin,
    trust: weakest([storing.trust, basis.trust]),
    ...(storing.conversation_id === undefined ? {} : { conversation_id: basis.source }),
    message_id: basis.key,
    observed_at: basis.said_at ?? core.now(),
  };
}

function dayOf(text: string | null | undefined): number | undefined {
  return text == null ? undefined : parseDate(text);
}

async function connect(core: Core, found: Extraction, storing: StoreContext): Promise<void> {
  const { owner, origin, trust, conversation_id } = storing;
  const source = { owner, origin, trust, ...(conversation_id === undefined ? {} : { conversation_id }) };
  const drafts = await Promise.all(found.relations.map((one) => relationDraft(core, { ...one, ...source })));
  await core.storage.edges.put(
    owner,
    drafts.filter((draft) => draft !== undefined),
    core.now(),
  );
}
