/** Shapes of the capability routes. */
import { z } from "zod";
import { NAME } from "../../../capabilities/catalog/bundle.ts";
import { namedSchema, once, time } from "../../../contract/schema.ts";

const Limits = () =>
  z.object({
    compute_ms: z.number(),
    memory_mb: z.number(),
    wait_ms: z.number(),
    requests: z.number(),
  });

/** Each secret is sent to these hosts alone. */
const SecretUses = () => z.array(z.object({ secret: z.string(), host: z.string() }));

const schema = () => z.record(z.string(), z.unknown());

const defined = () => ({
  description: z.string(),
  input_schema: schema(),
  output_schema: schema().nullable(),
  tags: z.array(z.string()),
  hosts: z.array(z.string()),
  secrets: z.array(z.string()),
  secret_uses: SecretUses(),
  limits: Limits(),
});

export const CapabilityShape = namedSchema("Capability", () =>
  z.object({
    id: z.string(),
    name: z.string(),
    tool: z.string(),
    ...defined(),
    status: z.enum(["building", "active", "failed", "disabled"]),
    version: z.number().nullable(),
    agents: z.array(z.string()),
    shared: z.object({ agents: z.array(z.string()), rooms: z.array(z.string()) }),
    calls: z.number(),
    failures: z.number(),
    failures_in_row: z.number(),
    last_called_at: time().nullable(),
    problem: z.string().nullable(),
    build_id: z.string().nullable(),
    created_at: time(),
    updated_at: time(),
  }),
);

export const VersionShape = namedSchema("CapabilityVersion", () =>
  z.object({
    version: z.number(),
    ...defined(),
    change: z.enum(["built", "imported", "restored"]),
    restored_from: z.number().nullable(),
    digest: z.string(),
    files: z.array(z.object({ path: z.string(), size: z.number() })),
    tests: z.number(),
    created_at: time(),
  }),
);

export const CallShape = namedSchema("CapabilityCall", () =>
  z.object({
    id: z.string(),
    version: z.number(),
    ok: z.boolean(),
    input: z.string(),
    output: z.string(),
    console: z.string(),
    duration_ms: z.number(),
    at: time(),
  }),
);

export const RanShape = () =>
  z.object({
    ok: z.boolean(),
    output: z.string(),
    console: z.string(),
    duration_ms: z.number(),
    version: z.number(),
  });

export const FilesShape = () => z.object({ version: z.number(), files: z.record(z.string(), z.string()) });

const Line = () => z.object({ op: z.enum(["same", "added", "removed"]), text: z.string() });

export const DiffShape = () =>
  z.object({
    version: z.number(),
    against: z.number(),
    files: z.array(
      z.object({
        path: z.string(),
        change: z.enum(["added", "removed", "changed"]),
        lines: z.array(Line()),
      }),
    ),
  });

export const PreviewShape = () =>
  z.object({
    installed: z.boolean(),
    digest: z.string(),
    version: z.number().nullable(),
    preview: z.object({
      name: z.string(),
      description: z.string(),
      tags: z.array(z.string()),
      hosts: z.array(z.string()),
      secrets: z.array(z.string()),
      secret_uses: SecretUses(),
      limits: Limits(),
      files: z.array(z.object({ path: z.string(), size: z.number() })),
      guide: z.string(),
    }),
  });

export const nameParams = once(() => z.object({ name: z.string().regex(NAME) }));
