/**
 * The trial: an instance as `npm start` runs it, among servers and clients that others wrote. Prints a table of what holds,
 * and ends with 1 where anything does not. With `--chaos N` it plays N turns with a model that fails instead.
 */
import { chaos } from "./chaos.ts";
import type { Kind } from "./kind.ts";
import { CLIENTS } from "./kinds/clients.ts";
import { SERVED } from "./kinds/servers.ts";
import { SKILLS } from "./kinds/skills.ts";
import { WIRES } from "./kinds/wires.ts";
import { startModel, varsFor } from "./model.ts";
import { startWorld } from "./world.ts";

const KINDS: readonly Kind[] = [...WIRES, ...SERVED, ...CLIENTS, ...SKILLS];

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}

async function trial(only: string): Promise<boolean> {
  const model = await startModel();
  const world = await startWorld({ ...varsFor(model), FETCH_ALLOW_HOSTS: "127.0.0.1" });
  let holds = true;
  console.log("| what | holds | seen |\n| --- | --- | --- |");
  try {
    for (const kind of KINDS.filter(({ name }) => name.includes(only))) {
      const [isHeld, seen] = await kind.hold(world).then(
        (words) => [true, words] as const,
        (error: unknown) => [false, String(error).replaceAll("\n", " ").slice(0, 600)] as const,
      );
      holds &&= isHeld;
      console.log(`| ${kind.name} | ${isHeld ? "yes" : "**no**"} | ${seen} |`);
    }
  } finally {
    await world.end();
    await model.stop();
  }
  return holds;
}

async function play(turns: number): Promise<boolean> {
  const { failed, stuck, doubled, lost, unreadable, ...counted } = await chaos(turns);
  console.log(JSON.stringify(counted));
  for (const [reason, times] of failed) console.log(`failed ${times} times: ${reason}`);
  const wrong = { stuck, doubled, lost, unreadable };
  for (const [what, cases] of Object.entries(wrong))
    console.log(`${what}: ${cases.length}`, ...cases.slice(0, 10));
  return Object.values(wrong).every((cases) => cases.length === 0);
}

const turns = option("--chaos");
const holds = turns === undefined ? await trial(option("--only") ?? "") : await play(Number(turns));
process.exit(holds ? 0 : 1);
