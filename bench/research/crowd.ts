/** Many runs of research at once on one instance, against their calls one after the other. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Instance } from "../targets/instance.ts";
import { questionOf } from "./pages.ts";
import { begin, ended, sayings } from "./runs.ts";
import { World } from "./world.ts";

interface Round {
  runs: number;
  /** Time from the first run's beginning to the last one's report, in ms. */
  wall_ms: number;
  /** Time that the world took for all calls, one after the other, in ms. */
  serial_ms: number;
  calls: number;
  reports: number;
  /** Reports with the same sentences as that of a run alone. */
  equal: number;
  /** Runs that have made more calls, or spent more, than they might. */
  over: number;
}

class Crowd {
  private readonly world: World;
  private readonly instance: Instance;
  private begun = 0;

  constructor(world: World, instance: Instance) {
    this.world = world;
    this.instance = instance;
  }

  /** `expected`: sentences of the report; absent: those of the first run. */
  async round(runs: number, expected?: string): Promise<Round & { said: string }> {
    const from = this.world.calls.length;
    const began = Date.now();
    const seen = await Promise.all(
      Array.from({ length: runs }, async () => {
        this.begun += 1;
        return ended(this.instance, await begin(this.instance, questionOf(`run${this.begun}`, 0)));
      }),
    );
    const wall_ms = Date.now() - began;
    const calls = this.world.calls.slice(from);
    const said = expected ?? sayings(seen[0]);
    const isOver = ({ spend }: (typeof seen)[number]) =>
      spend.spent_usd > spend.ceiling_usd || (spend.calls?.made ?? 0) > (spend.calls?.most ?? 0);
    return {
      ...{ runs, wall_ms, calls: calls.length, said },
      serial_ms: calls.reduce((sum, { asked_at, answered_at = asked_at }) => sum + answered_at - asked_at, 0),
      reports: seen.filter(({ report }) => report?.is_written).length,
      equal: seen.filter((run) => sayings(run) === said).length,
      over: seen.filter(isOver).length,
    };
  }
}

/** One run alone, then all at once. */
export async function measureCrowd(runs: number): Promise<{ alone: Round; crowd: Round }> {
  const stateDir = mkdtempSync(path.join(tmpdir(), "nightjar-research-"));
  const world = await World.open();
  const instance = await Instance.start(stateDir, world.vars);
  try {
    await instance.ready();
    const crowd = new Crowd(world, instance);
    // The first run loads what runs need.
    const { said: expected } = await crowd.round(1);
    const { said: _, ...alone } = await crowd.round(1, expected);
    const { said: _said, ...all } = await crowd.round(runs, expected);
    return { alone, crowd: all };
  } finally {
    await instance.stop();
    world.close();
    rmSync(stateDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
