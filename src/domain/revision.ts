/** Versions of agents and rooms: each edit makes one, and a restored one is a new one. */

export interface ThingVersion<Fields> {
  version: number;
  /** `loaded`: it came with Nightjar. */
  change: "loaded" | "created" | "edited" | "restored";
  /** The version that was restored. */
  restored_from: number | null;
  /** Id of a person; null: nobody of this instance. */
  by: string | null;
  /** ms since the epoch. */
  at: number;
  fields: Fields;
}

/** The origin of a version, and its author: the id of a person. */
export type Revision = Pick<ThingVersion<unknown>, "change" | "by"> & { restored_from?: number };
