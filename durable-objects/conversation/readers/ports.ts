/** What the readers' room needs of the rest of the house: the owner's live monitor. */
import type { LiveTurn } from "../../../src/domain/live-turn.ts";
import type { Meta } from "../rows/meta.ts";

export interface ReaderPaces {
  /** A running turn's events are stored so soon after they went out. */
  store_after_ms: number;
  /** A turn that lasts so long is told of on the owner's monitor. */
  lasting_ms: number;
}

export interface ReaderPorts {
  paces: ReaderPaces;

  /** Tells the owner's live monitor; null when nothing is running here. Never rejects. */
  monitor(meta: Meta, turn: LiveTurn | null): void;
}
