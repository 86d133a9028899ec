/** Other names of people and things, and state keys. */
import { z } from "zod";
import { time } from "../schema.ts";
import { scope, trust } from "./fields.ts";

const name = z.string().trim().min(1).max(120);

export const AliasBody = () => z.object({ alias: name, entity: name });

export const AliasShape = () => z.object({ alias: z.string(), entity: z.string(), trust });

export const StateBody = () => z.object({ value: z.string().max(2_000), scope: scope.default("person") });

export const StateShape = () =>
  z.object({
    scope: z.string(),
    key: z.string(),
    value: z.string(),
    updated_at: time(),
    trust,
    conversation_id: z.string().optional(),
  });

/** A person's approval of an item that waits for it. */
export const TrustBody = () => z.object({ trust: z.literal("trusted"), scope: scope.default("person") });

export const TrustedAliasShape = () => AliasShape().pick({ alias: true, trust: true });
export const SetStateShape = () => StateShape().pick({ key: true, value: true });
export const TrustedStateShape = () => StateShape().pick({ key: true, scope: true, trust: true });
