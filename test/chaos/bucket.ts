/** Where the trail goes: slow, sometimes away, and the same place again replaces. */
import type { TrailStore } from "../../durable-objects/conversation/trail/ports.ts";
import type { Machine } from "../support/machine/machine.ts";
import type { Random } from "./random.ts";

interface Place {
  day: string;
  first_seq: number;
}

export class Bucket {
  private readonly texts = new Map<string, { place: Place; text: string }>();

  /** As one life of the machine reaches it. */
  for(machine: Machine, random: Random): TrailStore {
    return {
      put: async (_id, place, text) => {
        await machine.sleep(random.between(1, 60));
        if (random.chance(0.1)) throw new Error("R2 is not available");
        this.texts.set(`${place.day}/${place.first_seq}`, { place, text });
        // It may be there though nobody hears so.
        if (random.chance(0.05)) throw new Error("R2 did not answer");
      },
      list: async () => this.segments().map(({ day, first_seq }) => ({ day, first_seq })),
      get: async (_id, { day, first_seq }) => this.texts.get(`${day}/${first_seq}`)?.text,
      removeAll: async () => this.texts.clear(),
    };
  }

  /** In order. */
  segments(): (Place & { text: string })[] {
    const all = [...this.texts.values()].map(({ place, text }) => ({ ...place, text }));
    return all.sort((a, b) => a.first_seq - b.first_seq);
  }
}
