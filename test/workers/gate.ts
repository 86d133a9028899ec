/** A model that answers when the test says so. */
import { inject } from "vitest";

let gates = 0;

export interface Gate {
  /** Put into a told answer: nothing of it comes before the gate is open. */
  hold: { gate: string; after: number };
  open(): Promise<void>;
}

export async function shutGate(): Promise<Gate> {
  const gate = `gate-${++gates}-${Date.now()}`;
  await post(`shut/${gate}`);
  return { hold: { gate, after: 0 }, open: () => post(`open/${gate}`) };
}

async function post(path: string): Promise<void> {
  await (await fetch(`${inject("gatesUrl")}/${path}`, { method: "POST" })).text();
}
