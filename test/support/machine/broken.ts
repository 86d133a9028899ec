const LONGEST = 4_000;

/** A promise that was not kept. */
export class Broken extends Error {
  constructor(promise: string, detail: unknown) {
    const told = typeof detail === "string" ? detail : (JSON.stringify(detail) ?? String(detail));
    super(
      `${promise}: ${told.length > LONGEST ? `${told.slice(0, LONGEST / 2)} ... ${told.slice(-LONGEST / 2)}` : told}`,
    );
    this.name = "Broken";
  }
}

export function must(holds: boolean, promise: string, detail: unknown): asserts holds {
  if (!holds) throw new Broken(promise, detail);
}
