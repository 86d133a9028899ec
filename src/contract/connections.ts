/** Connections as the API shows them: what is set, by whom, and whether it works. Keys are never shown again. */
import { z } from "zod";
import { accountName, HealthShape } from "./channels.ts";
import { type JsonOf, namedSchema, type SchemaInput, time } from "./schema.ts";

const settingName = () => z.string().regex(/^[A-Z][A-Z0-9_]{1,60}$/, "a setting is named in capitals");

export const ConnectionStateShape = namedSchema("Connection", () =>
  z.object({
    name: z.string(),
    /** Empty for the first account. */
    account: z.string(),
    /** `settings`: the settings file has it, and the app's values do not hold. */
    state: z.enum(["connected", "settings", "not_set"]),
    /** Values by setting: the last characters of a secret, the whole of anything else; none from the settings file. */
    values: z.record(z.string(), z.string()),
    updated_at: time().nullable(),
    /** Address to which the service sends its messages; null for one that sends none. */
    webhook_url: z.string().nullable(),
    /** Whether services outside can reach this instance at the address of this request. */
    is_reachable: z.boolean(),
  }),
);

export const ConnectionFields = () =>
  z.strictObject({
    account: accountName(),
    /** Values by setting; those left out stay as they were. */
    values: z.record(settingName(), z.string().trim().max(5_000)).default({}),
    /** Delivery of a chat's messages; by default as the address of this request allows. */
    receive: z.enum(["sent", "fetched"]).optional(),
    /** Instance address, as the service reaches it. */
    url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional(),
    /** Allows an address on the operator's own network. */
    is_own_network: z.boolean().default(false),
  });

export const AccountFields = () => z.strictObject({ account: accountName() });

/** `note`: what else is to be done. */
export const ConnectedShape = () =>
  z.object({
    connection: ConnectionStateShape(),
    /** False: the service refused, and nothing was kept. */
    is_kept: z.boolean(),
    check: HealthShape(),
    note: z.string().nullable(),
    /** The address is on the operator's own network: say `is_own_network` to allow it. */
    asks_for_own_network: z.boolean(),
  });

export const CheckedShape = () => z.object({ check: HealthShape() });

export type ConnectionState = JsonOf<typeof ConnectionStateShape>;
export type ConnectReply = JsonOf<typeof ConnectedShape>;
export type ConnectWish = SchemaInput<typeof ConnectionFields>;
export type CheckReply = JsonOf<typeof CheckedShape>;
