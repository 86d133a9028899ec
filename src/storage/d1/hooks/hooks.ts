/** Hooks in D1: their secrets sealed, and opened for each delivery anew. */
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

/** Without a sealer no secret can be kept. */
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
    async create(hook, secret) {
      const sealed = await sealedBy(sealer, hook.id, secret);
      await db.insert(hooks).values({ ...hook, ...columnsOf(hook), sealed, hint: hintOf(secret) });
    },
    async change(id, fields, now) {
      const set = { ...fields, ...columnsOf(fields), updated_at: now };
      const [row] = await db.update(hooks).set(set).where(eq(hooks.id, id)).returning();
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

/** Those of the fields that are kept as JSON. */
function columnsOf({ verification, delivery_id, filter }: Partial<HookFields>) {
  return {
    ...(verification && { verification: JSON.stringify(verification) }),
    ...(delivery_id !== undefined && {
      delivery_id: delivery_id === null ? null : JSON.stringify(delivery_id),
    }),
    ...(filter && { filter: JSON.stringify(filter) }),
  } as { verification: string; delivery_id: string | null; filter: string };
}

/** Written by `columnsOf` only. */
const Kept = <T>() => z.string().transform((text) => JSON.parse(text) as T);

function hookOf({ sealed: _, verification, delivery_id, filter, ...row }: Row): Hook {
  return {
    ...(row as unknown as Hook),
    verification: Kept<Verification>().parse(verification),
    delivery_id: delivery_id === null ? null : Kept<IdPlace>().parse(delivery_id),
    filter: Kept<Condition[]>().parse(filter),
  };
}
