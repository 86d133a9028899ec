/** Capabilities with their versions, files and calls. */
import { z } from "zod";
import { type JsonOf, namedSchema, time } from "../schema.ts";

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
    /** The tool's name for agents. */
    tool: z.string(),
    ...defined(),
    status: z.enum(["building", "active", "failed", "disabled"]),
    /** The version in use; null while there is none. */
    version: z.number().nullable(),
    agents: z.array(z.string()),
    /** Slugs of the agents and rooms in which everybody may use it. */
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

export const CapabilityVersionShape = namedSchema("CapabilityVersion", () =>
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

export const CapabilityCallShape = namedSchema("CapabilityCall", () =>
  z.object({
    id: z.string(),
    version: z.number(),
    ok: z.boolean(),
    /** As JSON. */
    input: z.string(),
    output: z.string(),
    console: z.string(),
    duration_ms: z.number(),
    at: time(),
  }),
);

export const CapabilityRunShape = () =>
  z.object({
    ok: z.boolean(),
    output: z.string(),
    console: z.string(),
    duration_ms: z.number(),
    version: z.number(),
  });

export const CapabilityFilesShape = () =>
  z.object({ version: z.number(), files: z.record(z.string(), z.string()) });

const Line = () => z.object({ op: z.enum(["same", "added", "removed"]), text: z.string() });

export const CapabilityDiffShape = () =>
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

export const CapabilityPreviewShape = () =>
  z.object({
    installed: z.boolean(),
    /** Sent back with the installation, so that exactly the previewed archive is installed. */
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

export type Capability = JsonOf<typeof CapabilityShape>;
export type CapabilityVersion = JsonOf<typeof CapabilityVersionShape>;
export type CapabilityCall = JsonOf<typeof CapabilityCallShape>;
export type CapabilityRun = JsonOf<typeof CapabilityRunShape>;
export type CapabilityFiles = JsonOf<typeof CapabilityFilesShape>;
export type CapabilityDiff = JsonOf<typeof CapabilityDiffShape>;
export type CapabilityPreview = JsonOf<typeof CapabilityPreviewShape>;
