/** Members of a conversation. */
import { z } from "zod";
import { MEMBER_RIGHTS } from "../domain/principal.ts";
import { type JsonOf, namedSchema, time } from "./schema.ts";

export const rights = () => z.array(z.enum(MEMBER_RIGHTS)).max(MEMBER_RIGHTS.length);

export const MemberShape = namedSchema("ConversationMember", () =>
  z.object({ person: z.string(), name: z.string(), rights: rights(), created_at: time() }),
);

export const MembersShape = namedSchema("ConversationMembers", () =>
  z.object({
    owner: z.object({ person: z.string(), name: z.string() }),
    items: z.array(MemberShape()),
    next_cursor: z.null(),
  }),
);

/** A person whom the owner of a conversation may let in. */
export const CandidateShape = namedSchema("MemberCandidate", () =>
  z.object({ person: z.string(), name: z.string(), username: z.string().nullable() }),
);

export type Candidate = JsonOf<typeof CandidateShape>;
export type Member = JsonOf<typeof MemberShape>;
export type Members = JsonOf<typeof MembersShape>;
