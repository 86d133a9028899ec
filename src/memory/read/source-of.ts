import { oneLine } from "../../domain/text/hidden-text.ts";
import type { Passage } from "../ports/model.ts";

/** Source of a passage, in words that also serve as a link. */
export function sourceOf(passage: Passage): string {
  switch (passage.kind) {
    case "turn":
      return `conversation ${passage.source}, message ${passage.key}`;
    case "file":
      return `${passage.session === passage.source ? "" : `${oneLine(passage.session)}, `}${oneLine(passage.source)}, lines ${passage.lines?.start ?? 1} to ${passage.lines?.end ?? 1}`;
    case "memory":
    case "fact":
    case "episode":
      return `${passage.kind} ${passage.key}`;
  }
}
