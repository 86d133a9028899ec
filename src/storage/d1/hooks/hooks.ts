/** Hooks in D1. Their secrets are sealed, and unsealed anew for each delivery. */
import { and, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "../../../domain/errors.ts";
import type { Condition, IdPlace, Verification } from "../../../domain/hook.ts";
import type { Hook, HookFields, HookId } from "../../../hooks/hook.ts";
import type { HookStore } from "../../../hooks/ports.ts";
import type { Database } from "../database.ts";
import type { Sealer } from "../models/seal.ts";
import { hookDeliveries, hooks } from "../schema/hooks.ts";

type Row = typeof hooks.$inferSelect;

const HINT_LENGTH = 4;

/** Seals secrets; without it they can't be stored. */
export class D1HookStore implements HookStore {
  private readonly db: Database;
  private readonly sealer: Sealer | undefined;

  constructor(db: Database, sealer: Sealer | undefined) {
    this.db = db;
    this.sealer = sealer;
  }

  async list(owner: string): Promise<Hook[]> {
    const rows = await this.db.select().from(hooks).where(eq(hooks.owner, owner)).orderBy(desc(hooks.id));
    return rows.map(hookOf);
  }

  async get(id: string): Promise<Hook | undefined> {
    const row = await this.one(id);
    return row && hookOf(row);
  }

  async ofMail(name: string): Promise<Hook | undefined> {
    const [row] = await this.db.select().from(hooks).where(eq(hooks.mail_name, name));
    return row && hookOf(row);
  }

  async create(hook: Hook, secret: string): Promise<void> {
    const sealed = await sealedBy(this.sealer, hook.id, secret);
    const { mail: _, ...row } = hook;
    const inserted = this.db
      .insert(hooks)
      .values({ ...row, ...columnsOf(hook), sealed, hint: hintOf(secret) });
    await inserted.catch(nameTaken(hook));
  }

  async change(id: HookId, fields: Partial<HookFields>, now: number): Promise<Hook | undefined> {
    const { mail: _, ...plain } = fields;
    const set = { ...plain, ...columnsOf(fields), updated_at: now };
    const changed = this.db.update(hooks).set(set).where(eq(hooks.id, id)).returning();
    const [row] = await changed.catch(nameTaken(fields));
    return row && hookOf(row);
  }

  async setSecret(id: HookId, secret: string, now: number): Promise<void> {
    const sealed = await sealedBy(this.sealer, id, secret);
    await this.db
      .update(hooks)
      .set({ sealed, hint: hintOf(secret), updated_at: now })
      .where(eq(hooks.id, id));
  }

  async secretOf(id: HookId): Promise<string> {
    const row = await this.one(id);
    return (row && (await this.sealer?.open(row.sealed, contextOf(id)))) ?? "";
  }

  async remove(id: HookId): Promise<void> {
    await this.db.batch([
      this.db.delete(hookDeliveries).where(eq(hookDeliveries.hook_id, id)),
      this.db.delete(hooks).where(eq(hooks.id, id)),
    ]);
  }

  async settleIn(id: HookId, conversation: { now: string; was: string | null }): Promise<void> {
    const was =
      conversation.was === null ? isNull(hooks.conversation_id) : eq(hooks.conversation_id, conversation.was);
    await this.db
      .update(hooks)
      .set({ conversation_id: conversation.now })
      .where(and(eq(hooks.id, id), was));
  }

  private async one(id: string) {
    const [row] = await this.db.select().from(hooks).where(eq(hooks.id, id));
    return row;
  }
}

/** A mail name leads to one hook on the whole instance. */
function nameTaken({ mail }: Partial<HookFields>): (problem: unknown) => never {
  return (problem) => {
    if (mail && String(problem instanceof Error ? (problem.cause ?? problem) : problem).includes("mail_name"))
      throw new AppError(
        "conflict",
        `mail: there is a hook that takes mail as "${mail.name}" already. Choose another name.`,
      );
    throw problem;
  };
}

async function sealedBy(sealer: Sealer | undefined, id: HookId, secret: string): Promise<string> {
  if (sealer) return sealer.seal(secret, contextOf(id));
  throw new AppError(
    "conflict",
    "A hook's secret can't be kept here: set SESSION_SECRET first, with which it is encrypted.",
  );
}

function contextOf(id: HookId): string {
  return `hook ${id}`;
}

function hintOf(secret: string): string {
  return secret.slice(-HINT_LENGTH);
}

/** The fields that are stored as JSON. */
function columnsOf({ verification, delivery_id, filter, mail }: Partial<HookFields>) {
  return {
    ...(verification && { verification: JSON.stringify(verification) }),
    ...(delivery_id !== undefined && {
      delivery_id: delivery_id === null ? null : JSON.stringify(delivery_id),
    }),
    ...(filter && { filter: JSON.stringify(filter) }),
    ...(mail !== undefined && {
      mail_name: mail?.name ?? null,
      mail_senders: JSON.stringify(mail?.senders ?? []),
    }),
  } as { verification: string; delivery_id: string | null; filter: string };
}

/** Only `columnsOf` writes this JSON. */
const Kept = <T>() => z.string().transform((text) => JSON.parse(text) as T);

function hookOf({
  sealed: _,
  verification,
  delivery_id,
  filter,
  mail_name,
  mail_senders,
  ...row
}: Row): Hook {
  return {
    ...(row as unknown as Hook),
    mail: mail_name === null ? null : { name: mail_name, senders: Kept<string[]>().parse(mail_senders) },
    verification: Kept<Verification>().parse(verification),
    delivery_id: delivery_id === null ? null : Kept<IdPlace>().parse(delivery_id),
    filter: Kept<Condition[]>().parse(filter),
  };
}
