/** Who is told of a running turn, beside those who read the conversation. */
import type { LiveTurn } from "../../../src/domain/live-turn.ts";
import type { Meta } from "../rows/meta.ts";

export interface ReaderPorts {
  /** Tells the owner's live monitor; null when nothing is running here. Never rejects. */
  monitor(meta: Meta, turn: LiveTurn | null): void;
}
