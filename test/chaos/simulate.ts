/** Many scenarios, one seed after the other. */
import { Random } from "./random.ts";
import { runScenario, type ScenarioOptions } from "./scenario.ts";
import { add, type Tally } from "./tally.ts";

export interface Failure {
  seed: number;
  steering: boolean;
  problem: unknown;
}

export interface Simulation {
  scenarios: number;
  tally: Tally;
  failures: Failure[];
}

/** A quiet machine, a bad day, a crash loop: which one it is follows from the seed, as everything does. */
export function optionsOf(seed: number): ScenarioOptions {
  const random = new Random(seed ^ 0x5eed);
  const kills = random.pick([0, 0.004, 0.004, 0.004, 0.004, 0.015, 0.015, 0.015, 0.05, 0.2]);
  return { seed, messages: random.between(15, 40), faults: 0.2, kills };
}

/** Runs whole scenarios from `seed` on until so many turns have been taken. */
export async function simulate(
  seed: number,
  { turns, steering = false }: { turns: number; steering?: boolean },
  onScenario: (done: Simulation) => void = () => undefined,
): Promise<Simulation> {
  const done: Simulation = { scenarios: 0, tally: {}, failures: [] };
  for (let next = seed; (done.tally["turns"] ?? 0) < turns; next++) {
    const options = { ...optionsOf(next), steering };
    try {
      done.tally = add(done.tally, await runScenario(options));
    } catch (problem) {
      done.failures.push({ seed: next, steering, problem });
      // It counts towards the end, or one that always fails would never come there.
      done.tally = add(done.tally, { turns: options.messages });
    }
    done.scenarios += 1;
    onScenario(done);
  }
  return done;
}

export function told({ seed, steering, problem }: Failure): string {
  const what = problem instanceof Error ? problem.message : String(problem);
  return `seed ${seed}: ${what}\n  again: npm run chaos -- --seed ${seed} --turns 1${steering ? " --steering" : ""}`;
}
