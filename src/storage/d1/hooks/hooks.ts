/** Hooks in D1. Their secrets are sealed, and unsealed anew for each delivery. */
import { and, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "../../../domain/errors.ts";
import type { Condition, Hook, HookFields, HookId, IdPlace, Verification } from "../../../hooks/hook.ts";
import type { HookStore } from "../../../hooks/ports.ts";
import type { Database } from "../database.ts";
import type { Sealer } from "../models/seal.ts";
import { hookDeliveries, hooks } from "../schema/hooks.ts";

type Row = typeof hooks.$inferSelect;

const HINT_LENGTH = 4;

/** Without a sealer, secrets cannot be stored. */
export function createHookStore(db: Database, sealer: Sealer | undefined): HookStore {
  const one = async (id: string) => {
    const [row] = await db.select().from(hooks).where(eq(hooks.id, id));
    return row;
  };
  return {
    async list(owner) {
      const rows = await db.select().from(hooks).where(eq(hooks.owner, owner)).orderBy(desc(hooks.id));
      return rows.map(hookOf);
    },
    async get(id) {
      const row = await one(id);
      return row && hookOf(row);
    },
    async ofMail(name) {
      const [row] = await db.select().from(hooks).where(eq(hooks.mail_name, name));
      return row && hookOf(row);
    },
    async create(hook, secret) {
      const sealed = await sealedBy(sealer, hook.id, secret);
      const { mail: _, ...row } = hook;
      const inserted = db.insert(hooks).values({ ...row, ...columnsOf(hook), sealed, hint: hintOf(secret) });
      await inserted.catch(nameTaken(hook));
    },
    async change(id, fields, now) {
      const { mail: _, ...plain } = fields;
      const set = { ...plain, ...columnsOf(fields), updated_at: now };
      const changed = db.update(hooks).set(set).where(eq(hooks.id, id)).returning();
      const [row] = await changed.catch(nameTaken(fields));
      return row && hookOf(row);
    },
    async setSecret(id, secret, now) {
      const sealed = await sealedBy(sealer, id, secret);
      await db
        .update(hooks)
        .set({ sealed, hint: hintOf(secret), updated_at: now })
        .where(eq(hooks.id, id));
    },
    async secretOf(id) {
      const row = await one(id);
      return (row && (await sealer?.open(row.sealed, contextOf(id)))) ?? "";
    },
    async remove(id) {
      await db.batch([
        db.delete(hookDeliveries).where(eq(hookDeliveries.hook_id, id)),
        db.delete(hooks).where(eq(hooks.id, id)),
      ]);
    },
    async settleIn(id, conversation) {
      const was =
        conversation.was === null
          ? isNull(hooks.conversation_id)
          : eq(hooks.conversation_id, conversation.was);
      await db
        .update(hooks)
        .set({ conversation_id: conversation.now })
        .where(and(eq(hooks.id, id), was));
    },
  };
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
