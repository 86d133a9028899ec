/** A simulated machine that runs a piece of research: its disk stays when it is killed. */
import { conduct } from "../../../src/research/conduct.ts";
import { NO_PLAN, Plan, type StoredPlan } from "../../../src/research/plan/plan.ts";
import type { Journal, JournalEntry, Outside } from "../../../src/research/ports.ts";
import type { ResearchOrder, ResearchReport, RunView } from "../../../src/research/run.ts";

export const ORDER: ResearchOrder = {
  question: "What is known of the European nightjar?",
  ceiling_usd: 10,
  ask_above_usd: 10,
  breadth: 5,
  gap_rounds: 2,
  unsupported: "mark",
  may_clarify: true,
  may_read_named: true,
  own_sources: true,
  gather_until: Number.POSITIVE_INFINITY,
};

/** State that survives a kill. */
export class Disk {
  readonly journal = new Map<string, JournalEntry>();
  readonly texts = new Map<string, string>();
  plan: StoredPlan = structuredClone(NO_PLAN);
  writes = 0;
  /** Steps that began although the journal held them. */
  readonly repeated: string[] = [];
}

interface Life {
  disk: Disk;
  outside: Outside;
  order?: Partial<ResearchOrder>;
  halt?: AbortSignal;
  /** Number of writes to the disk after which the machine is gone. */
  killAfter?: number;
  onView?(view: RunView, plan: Plan): void;
}

/** The report; undefined: it waits for a person. Rejects with `killed` when the machine dies. */
export function live({
  disk,
  outside,
  order,
  halt,
  killAfter,
  onView,
}: Life): Promise<ResearchReport | undefined> {
  return new Promise((resolve, reject) => {
    let isDead = false;
    let left = killAfter ?? Number.POSITIVE_INFINITY;
    const write = (change: () => void) => {
      if (isDead) return;
      change();
      disk.writes += 1;
      left -= 1;
      if (left > 0) return;
      isDead = true;
      reject(new Error("killed"));
    };
    const plan = new Plan(disk.plan, (stored) =>
      write(() => {
        disk.plan = structuredClone(stored);
      }),
    );
    conduct({
      order: { ...ORDER, ...order },
      ports: { outside, texts: textsOn(disk), journal: journalOn(disk, write), now: () => 1_700_000_000_000 },
      plan,
      gathering: halt ?? new AbortController().signal,
      writing: new AbortController().signal,
      edition: 1,
      onChange: (view) => onView?.(view(), plan),
    }).then(resolve, reject);
  });
}

function textsOn(disk: Disk) {
  return {
    async keep(text: string) {
      const hash = `h${text.length}-${text.slice(0, 12)}`;
      disk.texts.set(hash, text);
      return hash;
    },
    text: async (hash: string) => disk.texts.get(hash),
  };
}

function journalOn(disk: Disk, write: (change: () => void) => void): Journal {
  return {
    all: () => [...disk.journal.values()],
    get: (key) => disk.journal.get(key),
    begin: (key, worst_usd) =>
      write(() => {
        if (disk.journal.has(key)) disk.repeated.push(key);
        disk.journal.set(key, { key, worst_usd });
      }),
    end: (key, end) =>
      write(() => {
        const entry = disk.journal.get(key);
        if (entry) disk.journal.set(key, structuredClone({ ...entry, end }));
      }),
  };
}

/** Spending by the journal: ended steps by their cost, lost ones by their worst case. */
export function spentOn({ journal }: Disk): number {
  return [...journal.values()].reduce((sum, { end, worst_usd }) => sum + (end?.cost_usd ?? worst_usd), 0);
}
