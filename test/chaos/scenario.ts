/** One conversation, from its first message to rest, with faults and kills; all of it follows from the seed. */
import { must } from "../support/machine/broken.ts";
import { type Ledger, Reader } from "../support/machine/reader.ts";
import type { NodeSql } from "../support/node-sql.ts";
import { checkAll } from "./invariants.ts";
import { Person } from "./person.ts";
import type { Random } from "./random.ts";
import { type Tally, tallyOf } from "./tally.ts";
import { World, type WorldOptions } from "./world.ts";

export interface ScenarioOptions extends WorldOptions {
  messages: number;
  /** Breaks the storage on purpose, to see that it is noticed. */
  sabotage?(sql: NodeSql): void;
}

/** Throws Broken when a promise was not kept. */
export async function runScenario(options: ScenarioOptions): Promise<Tally> {
  const scenario = new Scenario(options);
  const note = (problem: unknown) => {
    scenario.world.broken ??= problem;
  };
  process.on("unhandledRejection", note);
  try {
    return await scenario.run();
  } finally {
    process.off("unhandledRejection", note);
  }
}

class Scenario {
  readonly world: World;
  private readonly options: ScenarioOptions;
  private readonly person: Person;
  private readonly ledger: Ledger = new Map();
  private readonly readers: Reader[] = [];
  private events = 0;
  private evictions = 0;

  constructor(options: ScenarioOptions) {
    this.options = options;
    this.world = new World(options);
    const { machine, random, outside } = this.world;
    const chat = options.steering ? 0.5 : 0.2;
    this.person = new Person(machine, random.fork(), { outside, messages: options.messages, chat });
  }

  async run(): Promise<Tally> {
    const { world, person } = this;
    const own = this.addReader("own");
    this.addReader("tab");
    this.addReader("phone");
    this.options.sabotage?.(world.machine.sql);
    person.start();
    this.scheduleVisits(world.random.fork());
    await this.until(() => person.isDone && this.isIdle);
    await this.calmDown();
    const { accepted, orders } = person;
    await checkAll({
      world,
      accepted: [...accepted.values()],
      orders: [...orders.values()],
      events: own.events,
    });
    await this.sleepsForGood();
    const replayed = this.readers.reduce((sum, reader) => sum + reader.replayed, 0);
    const compactions = own.events.filter(({ type }) => type === "compaction").length;
    return tallyOf(world, { events: this.events, replayed, evictions: this.evictions, compactions });
  }

  private get isIdle(): boolean {
    const { machine, store } = this.world;
    return machine.isUp && store.turns.open().every((turn) => turn.state === "parked");
  }

  /** No more kills; everybody connects, everything that waits is answered, and what comes due comes due. */
  private async calmDown(): Promise<void> {
    const { world, person } = this;
    world.isCalm = true;
    this.addReader("late");
    for (let round = 0; round < 60; round++) {
      await world.timeline.pass(30_000);
      if (world.broken) throw world.broken;
      for (const reader of this.readers) if (!reader.isConnected) await reader.connect();
      person.reportJobs();
      const isAtRest = person.isDone && world.store.turns.open().length === 0;
      if (isAtRest && world.store.reminders.next() === null && world.machine.alarm === null) return;
    }
  }

  /** A conversation at rest is not woken again. */
  private async sleepsForGood(): Promise<void> {
    const { machine, timeline } = this.world;
    const before = machine.alarmsFired;
    await timeline.pass(86_400_000);
    must(machine.alarmsFired === before, "a conversation at rest sleeps", machine.alarmsFired - before);
    must(machine.alarm === null, "a conversation at rest has no alarm", machine.alarm);
  }

  private addReader(name: string): Reader {
    const reader = new Reader(name, this.world.machine, this.ledger, (event) => this.person.hear(event));
    this.readers.push(reader);
    return reader;
  }

  /** Connections come and go, jobs report, idle conversations are put to sleep. */
  private scheduleVisits(random: Random): void {
    const { world, person } = this;
    const visit = async () => {
      if (world.isCalm) return;
      for (const reader of this.readers) {
        if (reader.isConnected && random.chance(0.15)) reader.lost();
        else if (!reader.isConnected && random.chance(0.5)) await reader.connect();
      }
      person.reportJobs();
      if (random.chance(0.2) && world.machine.evict()) this.evictions += 1;
      world.timeline.after(random.between(20, 2_000), visit);
    };
    world.timeline.after(1, visit);
  }

  private async until(holds: () => boolean): Promise<void> {
    const { world } = this;
    const limit = this.options.messages * 20_000;
    for (; this.events < limit; this.events++) {
      if (!(await world.timeline.step())) return;
      if (world.broken) throw world.broken;
      if (this.events % 50 === 0 && holds()) return;
    }
    must(false, "it comes to an end", { open: world.store.turns.open() });
  }
}
