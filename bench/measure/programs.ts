/** Turns of one conversation, with nothing else running and beside endless programs of others, in alternation. */
import type { NightjarTarget } from "../targets/nightjar.ts";
import type { Session } from "../targets/target.ts";

export interface ProgramsOptions {
  plan: string;
  rounds: number;
  turns: number;
}

/** ms of full turns. */
export interface BesidePrograms {
  alone: number[];
  beside: number[];
}

const PROGRAMS = 8;
/** Each program ends at its limit and is begun again, for longer than any round takes. */
const ENDLESS = "words=1 wait=0 gap=0 programs=40";
/** Time until all of them compute. */
const BEGIN_MS = 400;

export async function measureBesidePrograms(
  nightjar: NightjarTarget,
  { plan, rounds, turns }: ProgramsOptions,
): Promise<BesidePrograms> {
  const times: BesidePrograms = { alone: [], beside: [] };
  const session = await nightjar.connect();
  for (let round = 0; round < rounds; round++) {
    times.alone.push(...(await fullTurns(session, plan, turns)));
    const end = await beginPrograms(nightjar);
    times.beside.push(...(await fullTurns(session, plan, turns)));
    await end();
  }
  await session.close();
  return times;
}

async function fullTurns(session: Session, plan: string, turns: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn++) times.push((await session.turn(plan)).full);
  return times;
}

/** Resolves when they run, to what stops them. */
async function beginPrograms(nightjar: NightjarTarget): Promise<() => Promise<void>> {
  const ids = await Promise.all(Array.from({ length: PROGRAMS }, () => nightjar.createConversation()));
  const open = await Promise.all(ids.map((id) => nightjar.connectTo(id)));
  // A turn that is halted fails, as it should.
  const turns = open.map(({ session }) => session.turn(ENDLESS).catch(() => undefined));
  await new Promise((resolve) => setTimeout(resolve, BEGIN_MS));
  return async () => {
    await Promise.all(ids.map((id) => nightjar.call("POST", `/conversations/${id}/halt`, {})));
    await Promise.all(turns);
    await Promise.all(open.map(({ session }) => session.close()));
  };
}
