/** The plants of a garden, and what the garden needs of its storage. */
import type { Id } from "../../../src/domain/ids.ts";

declare module "../../../src/domain/ids.ts" {
  interface IdPrefixes {
    plt: "plant";
  }
}

export type PlantId = Id<"plt">;

export interface Plant {
  id: PlantId;
  name: string;
  /** ms since the epoch. */
  planted_at: number;
}

export interface Garden {
  /** In the order in which they were planted. */
  plants(owner: string): Promise<Plant[]>;
  /** Planting the same plant again changes nothing. */
  plant(owner: string, plant: Plant): Promise<void>;
}
