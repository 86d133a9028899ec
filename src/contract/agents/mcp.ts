/** MCP servers, and the prompts that they offer. */
import { z } from "zod";
import { ARGUMENT_KINDS } from "../../domain/provenance/provenance.ts";
import { LONGEST_CALL_SECONDS } from "../../tools/mcp/store.ts";
import { type ChangeTo, type JsonOf, namedSchema, type SchemaInput, time } from "../schema.ts";

const RESERVED = /^(host|content-length|content-type|accept|connection|mcp-.*)$/i;

const headers = () =>
  z
    .record(z.string().regex(/^[\w-]{1,64}$/), z.string().max(4000))
    .refine((given) => !Object.keys(given).some((name) => RESERVED.test(name)), "a reserved header");

const clientText = () => z.string().trim().min(1).max(2000);

export const ServerFields = () =>
  z.object({
    url: z.string().max(2000),
    headers: headers().default({}),
    agents: z.array(z.string().max(64)).max(100).default([]),
    oauth: z.boolean().default(false),
    enabled: z.boolean().default(true),
    longest_call_seconds: z.int().min(60).max(3600).default(LONGEST_CALL_SECONDS),
  });

export const NewServerBody = () =>
  ServerFields().extend({
    name: z
      .string()
      .max(24)
      .regex(/^[a-z][a-z0-9-]*$/, "lower-case letters, digits and hyphens"),
    /** Client that was registered by hand at the sign-in service, in place of a registration by Nightjar. */
    client_id: clientText().optional(),
    /** Never shown again. */
    client_secret: clientText().optional(),
  });

const McpToolShape = () =>
  z.object({
    name: z.string(),
    called: z.string(),
    description: z.string(),
    read_only: z.boolean(),
    /** Each with what it counts as: `kind` by the schema, `corrected` by the owner. */
    arguments: z.array(
      z.object({
        path: z.string(),
        kind: z.enum(ARGUMENT_KINDS),
        corrected: z.enum(ARGUMENT_KINDS).nullable(),
      }),
    ),
  });

export const ArgumentKindsBody = () =>
  z.strictObject({
    tool: z.string().min(1).max(200),
    /** By path of the argument; those left out count as the schema says. */
    kinds: z.record(z.string().max(200), z.enum(ARGUMENT_KINDS)),
  });

export const McpServerShape = namedSchema("McpServer", () =>
  z.object({
    name: z.string(),
    url: z.string(),
    enabled: z.boolean(),
    agents: z.array(z.string()),
    header_names: z.array(z.string()),
    /** Longest duration of one call that reports progress. */
    longest_call_seconds: z.number(),
    oauth: z.enum(["none", "signed_in", "signed_out"]),
    tools: z.array(McpToolShape()),
    /** Tools that are new or changed since the last review: not offered to agents until they are accepted. */
    pending: z.array(McpToolShape().extend({ change: z.enum(["new", "changed"]) })),
    /** Tools that the server lists and that cannot be offered, each with the reason. */
    left_out: z.array(z.object({ name: z.string(), why: z.string() })),
    listed_at: time().nullable(),
    problem: z.string().nullable(),
  }),
);

export const McpPromptShape = namedSchema("McpPrompt", () =>
  z.object({
    server: z.string(),
    name: z.string(),
    description: z.string(),
    arguments: z.array(z.object({ name: z.string(), description: z.string(), required: z.boolean() })),
  }),
);

export const McpPromptBody = () =>
  z.strictObject({
    server: z.string().max(64),
    name: z.string().min(1).max(200),
    arguments: z.record(z.string().max(200), z.string().max(20_000)).default({}),
  });

export const FilledMcpPromptShape = () => z.object({ text: z.string() });

/** `url`: the server's own sign-in page. */
export const SignInShape = () =>
  z.discriminatedUnion("status", [
    z.object({ status: z.literal("signed_in") }),
    z.object({ status: z.literal("redirect"), url: z.string() }),
  ]);

export type McpServerSummary = JsonOf<typeof McpServerShape>;
export type NewMcpServer = SchemaInput<typeof NewServerBody>;
export type McpToolSummary = McpServerSummary["tools"][number];
export type ArgumentKindsChange = SchemaInput<typeof ArgumentKindsBody>;
export type McpServerChange = ChangeTo<SchemaInput<typeof ServerFields>>;
export type SignIn = JsonOf<typeof SignInShape>;
export type ServerPrompt = JsonOf<typeof McpPromptShape>;
export type FilledMcpPrompt = JsonOf<typeof FilledMcpPromptShape>;
