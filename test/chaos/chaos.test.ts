import { describe, expect, it } from "vitest";
import { CONVERSATION, tablesOf } from "../../durable-objects/conversation/rows/schema/schema.ts";
import { makingOf } from "../../durable-objects/sql/table.ts";
import { Broken } from "../support/machine/broken.ts";
import type { NodeSql } from "../support/node-sql.ts";
import { runScenario } from "./scenario.ts";
import { simulate, told } from "./simulate.ts";

/** Of each seed. `npm run chaos` takes as many as one has time for. */
const TURNS = 300;
/** The date, and two digits of room: no day takes the scenarios of another. */
const TODAYS_SEED = Number(`${new Date().toISOString().slice(0, 10).replaceAll("-", "")}00`);

describe("conversations under faults and kills", () => {
  it("keep every promise over hundreds of turns from seed 1", async () => {
    const { failures, tally } = await simulate(1, { turns: TURNS });
    expect(failures.map(told)).toEqual([]);
    expect(tally["kills"]).toBeGreaterThan(100);
    expect(tally["once effects"]).toBeGreaterThan(100);
  });

  it(`keep every promise over hundreds of turns from seed ${TODAYS_SEED}, which is today's`, async () => {
    const { failures, tally } = await simulate(TODAYS_SEED, { turns: TURNS });
    expect(failures.map(told)).toEqual([]);
    expect(tally["kills"]).toBeGreaterThan(0);
  });

  it("keep every promise where what is said in mid-turn is read at the next step", async () => {
    const { failures, tally } = await simulate(1, { turns: TURNS, steering: true });
    expect(failures.map(told)).toEqual([]);
    expect(tally["turns absorbed"]).toBeGreaterThan(20);
  });

  it("happen again exactly from the same seed", async () => {
    const options = { seed: 7, messages: 20, faults: 0.2, kills: 0.03 };
    expect(await runScenario(options)).toEqual(await runScenario(options));
  });
});

/** Storage that forgets something, as a bug in the product would make it. */
const SABOTAGE: [string, string, RegExp][] = [
  [
    "that a once call has started",
    "CREATE TRIGGER t AFTER INSERT ON calls WHEN NEW.state = 'started' BEGIN DELETE FROM calls WHERE call_id = NEW.call_id AND turn_id = NEW.turn_id; END",
    /a once tool has its effect once/,
  ],
  [
    "which numbers were used",
    "CREATE TRIGGER t AFTER INSERT ON meta BEGIN UPDATE meta SET seq_limit = (SELECT COALESCE(MAX(last_seq), 0) FROM events); END",
    /a seq is one frame|seq grows/,
  ],
  [
    "which messages it has taken",
    "CREATE TRIGGER t AFTER INSERT ON inbox BEGIN DELETE FROM inbox; END",
    /the same key again is a duplicate|a duplicate is told what the first was told/,
  ],
  [
    "what was said while it waited",
    "CREATE TRIGGER t AFTER INSERT ON events WHEN NEW.kind = 'deltas' BEGIN DELETE FROM events WHERE last_seq = NEW.last_seq; END",
    /what was shown is what is stored/,
  ],
  [
    "what is left to do",
    "CREATE TRIGGER t AFTER INSERT ON after_work BEGIN DELETE FROM after_work; END",
    /what was spent reaches the ledger/,
  ],
  [
    "which commands it has taken",
    "CREATE TRIGGER t AFTER INSERT ON orders BEGIN DELETE FROM orders; END",
    /a command is carried out once/,
  ],
  [
    "which reply it is about to send",
    "CREATE TRIGGER t AFTER UPDATE OF doubts ON deliveries WHEN NEW.doubts > 0 BEGIN UPDATE deliveries SET doubts = 0 WHERE id = NEW.id; END",
    /a chunk arrives at most twice/,
  ],
];

describe("the harness", () => {
  for (const [what, trigger, promise] of SABOTAGE) {
    it(`notices a conversation that forgets ${what}`, async () => {
      const sabotage = (sql: NodeSql) => {
        tablesOf(sql).migrate();
        for (const table of CONVERSATION.tables) if (!table.isBorn) sql.script(makingOf(table));
        sql.script([trigger]);
      };
      expect(await firstBreach(sabotage)).toMatch(promise);
    });
  }

  it("notices a conversation that forgets which messages a turn has taken in", async () => {
    const trigger = `CREATE TRIGGER t AFTER UPDATE ON turns WHEN NEW.state = 'absorbed'
      BEGIN UPDATE turns SET state = 'queued', ended_at = NULL WHERE id = NEW.id; END`;
    const sabotage = (sql: NodeSql) => {
      tablesOf(sql).migrate();
      sql.script([trigger]);
    };
    expect(await firstBreach(sabotage, true)).toMatch(
      /a turn is absorbed once|a turn that was absorbed does not run/,
    );
  });
});

/** What it says within a few scenarios. */
async function firstBreach(sabotage: (sql: NodeSql) => void, steering = false): Promise<string> {
  for (let seed = 1; seed <= 20; seed++) {
    try {
      await runScenario({ seed, messages: 25, faults: 0.2, kills: 0.02, steering, sabotage });
    } catch (problem) {
      if (problem instanceof Broken) return problem.message;
      throw problem;
    }
  }
  return "nothing was noticed";
}
