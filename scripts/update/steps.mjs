/** The steps of an update: the code of a release, its packages, a start that is checked; and back when it fails. */
import { describePlan, planUpdate } from "./plan.mjs";

/**
 * @typedef {object} Machine what an update does beside git
 * @property {() => void} install the packages of the code that is checked out; throws when it fails
 * @property {() => string | undefined} snapshot copies the state; undefined where there is none
 * @property {() => Promise<void>} check starts the instance and looks at it; rejects with what is wrong
 * @property {(name: string) => void} stateBack
 * @property {(line: string) => void} say
 */

/**
 * Throws an Error that says what is in place now.
 * @param {import("./checkout.mjs").Checkout} checkout
 * @param {Machine} machine
 * @param {{ref: string | undefined, dryRun: boolean}} options
 */
export async function update(checkout, machine, { ref, dryRun }) {
  checkout.requireClean();
  checkout.fetch();
  const plan = planUpdate(checkout, ref);
  if (plan === undefined) return machine.say("This is the newest release already.");
  machine.say(describePlan(plan));
  if (dryRun) return;
  const before = checkout.place;
  const snapshot = plan.hasNewForms ? machine.snapshot() : undefined;
  try {
    checkout.go(plan.commit);
    machine.install();
    await machine.check();
  } catch (error) {
    back(checkout, machine, { before, snapshot });
    throw new Error(
      `Nightjar ${plan.to} did not pass its check, and ${plan.from} is back with its state: ${error instanceof Error ? error.message : error}`,
    );
  }
  machine.say(
    `\nNightjar ${plan.to} is in place and was checked. Start it: npm start` +
      (snapshot === undefined ? "" : `\nThe state of before is kept: npx nightjar rollback ${snapshot}`),
  );
}

/**
 * @param {import("./checkout.mjs").Checkout} checkout
 * @param {Machine} machine
 * @param {{before: string, snapshot: string | undefined}} what
 */
function back(checkout, machine, { before, snapshot }) {
  machine.say("\nGoing back ...");
  checkout.go(before);
  machine.install();
  if (snapshot !== undefined) machine.stateBack(snapshot);
}
