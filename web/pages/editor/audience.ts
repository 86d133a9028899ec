/** The audience of an agent or a room, as a form's draft. */
import type { Audience } from "../../../src/domain/fields/agent.ts";
import { type Conversion, linesIn } from "./draft.ts";

export interface AudienceDraft {
  open: "people" | "everyone" | "named";
  /** Ids of persons, one a line. */
  named: string;
}

export const AUDIENCE: Conversion<Audience, AudienceDraft> = {
  draftOf: (audience) =>
    typeof audience === "string"
      ? { open: audience, named: "" }
      : { open: "named", named: audience.join("\n") },
  valueOf: ({ open, named }) => (open === "named" ? linesIn(named) : open),
};
