/** Codes that people make of themselves in the app, to be sent in a chat: one each, used once. */
import { and, eq, gt } from "drizzle-orm";
import { LINK_CODE_LIFE_MS, newChatCode, plainChatCode } from "../../../people/chat-code.ts";
import type { Database } from "../database.ts";
import { linkCodes } from "../schema/channels.ts";
import { hashOf } from "./secret.ts";

export interface LinkCodesDeps {
  db: Database;
  now(): number;
  random(bytes: Uint8Array): void;
}

export class LinkCodes {
  private readonly deps: LinkCodesDeps;

  constructor(deps: LinkCodesDeps) {
    this.deps = deps;
  }

  /** The code is given out here, and never again; an earlier one of theirs ends. */
  async create(person_id: string): Promise<{ code: string; expires_at: number }> {
    const { db, now, random } = this.deps;
    const code = newChatCode(random);
    const set = { code_hash: await hashOfCode(code), expires_at: now() + LINK_CODE_LIFE_MS };
    await db
      .insert(linkCodes)
      .values({ person_id, ...set })
      .onConflictDoUpdate({ target: linkCodes.person_id, set });
    return { code, expires_at: set.expires_at };
  }

  /** Whose it is, if it still holds. It is used up by this. */
  async take(typed: string): Promise<string | undefined> {
    const { db, now } = this.deps;
    const isIt = and(eq(linkCodes.code_hash, await hashOfCode(typed)), gt(linkCodes.expires_at, now()));
    const [row] = await db.delete(linkCodes).where(isIt).returning();
    return row?.person_id;
  }
}

function hashOfCode(typed: string): Promise<string> {
  return hashOf(`link:${plainChatCode(typed)}`);
}
