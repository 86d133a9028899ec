/** Codes that people create in the app and send in a chat: one per person, used once. */
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

  /** Returns the code, which is never shown again; the person's earlier code ends. */
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

  /** The person whose code it is, if it is still valid. This uses it up. */
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
