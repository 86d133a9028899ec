/** Access rules for channels as rows: set in the app for accounts, groups and senders. */
import { and, asc, eq, inArray, or } from "drizzle-orm";
import type { Channel, Source } from "../../../domain/inbound.ts";
import {
  type AccessPolicy,
  type AccessRules,
  type GroupPolicy,
  groupsOf,
} from "../../../routing/access/access.ts";
import type { Place } from "../../../routing/threads.ts";
import type { Database } from "../database.ts";
import { channelAccess } from "../schema/channels.ts";

/** One bot of a channel. */
export interface ChannelAccount {
  channel: Channel;
  account: string;
}

export type AccessRule = ChannelAccount & { id: string; name: string } & (
    | { kind: "account"; rule: AccessPolicy }
    | { kind: "group"; rule: GroupPolicy }
    | { kind: "sender"; rule: "listed" | "blocked" }
  );

export class AccessRuleStore {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** The rules that apply to this sender there. */
  async of({ channel, account = "", sender, thread, is_group }: Source): Promise<AccessRules> {
    const groups = is_group && thread !== undefined ? groupsOf(thread) : [];
    const { kind, id } = channelAccess;
    const about = or(
      eq(kind, "account"),
      and(eq(kind, "sender"), eq(id, sender)),
      groups.length === 0 ? undefined : and(eq(kind, "group"), inArray(id, groups)),
    );
    const rows = await this.rows({ channel, account }, about);
    const [group] = groups.flatMap((name) => rows.filter((row) => row.kind === "group" && row.id === name));
    return {
      account: rows.find((row) => row.kind === "account")?.rule ?? null,
      group: group?.kind === "group" ? group.rule : null,
      sender: rows.find((row) => row.kind === "sender")?.rule ?? null,
    };
  }

  list(of: ChannelAccount): Promise<AccessRule[]> {
    return this.rows(of);
  }

  async set(rule: AccessRule): Promise<void> {
    const values = { ...rule, updated_at: this.now() };
    const { channel, account, kind, id } = channelAccess;
    await this.db
      .insert(channelAccess)
      .values(values)
      .onConflictDoUpdate({ target: [channel, account, kind, id], set: values });
  }

  /** Moves a group's rules to its new id. A rule that the new id has already wins. */
  async renameGroup({ channel, account, thread }: Place, to: string): Promise<void> {
    const [rule] = await this.rows({ channel, account }, isGroup(thread));
    const [there] = await this.rows({ channel, account }, isGroup(to));
    if (!rule || there) return;
    await this.set({ ...rule, id: to });
    await this.remove(rule);
  }

  /** Returns false if there was no such rule. */
  async remove({ kind, id, ...of }: ChannelAccount & Pick<AccessRule, "kind" | "id">): Promise<boolean> {
    const isIt = and(isOf(of), eq(channelAccess.kind, kind), eq(channelAccess.id, id));
    return (await this.db.delete(channelAccess).where(isIt).returning()).length > 0;
  }

  private async rows(of: ChannelAccount, about?: ReturnType<typeof or>): Promise<AccessRule[]> {
    const { kind, name, id } = channelAccess;
    const found = this.db
      .select()
      .from(channelAccess)
      .where(and(isOf(of), about));
    const rows = await found.orderBy(asc(kind), asc(name), asc(id)).limit(MOST);
    // The values were validated when they were stored.
    return rows.map(({ updated_at: _, ...row }) => row as AccessRule);
  }
}

function isGroup(id: string) {
  return and(eq(channelAccess.kind, "group"), eq(channelAccess.id, id));
}

const MOST = 1_000;

function isOf({ channel, account }: ChannelAccount) {
  return and(eq(channelAccess.channel, channel), eq(channelAccess.account, account));
}
