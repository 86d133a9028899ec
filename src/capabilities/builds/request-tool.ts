/** Tool that requests a missing capability: returns at once, while the Builder writes it. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool, toolError, trustedResult } from "../../tools/define-tool.ts";
import type { Build } from "./record/build.ts";
import { type RequestDeps, requestBuild } from "./request.ts";

const CapabilityName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9_]{1,47}$/, "must be 2 to 48 small letters, digits and _, beginning with a letter");

const Input = z.object({
  name: CapabilityName.describe(
    "What it does, as a name: weather_lookup. One that is there gets a new version",
  ),
  description: z
    .string()
    .trim()
    .min(3)
    .max(20_000)
    .describe("What it has to do, with examples and all that matters"),
  input_schema: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("JSON Schema of its arguments, as far as they are known"),
  output: z.string().trim().max(2_000).optional().describe("What it should give back"),
});

const DESCRIPTION = [
  "Have a tool built that you do not have: a small program that is tested, kept, and offered to you as `cap_{name}` from the next turn on.",
  "Use it for what no tool of yours can do and will be wanted again, for example looking something up from a public API, or to change one of your capabilities.",
  "It answers at once; the Builder reports here by itself when it is ready, and asks the person what it needs to know.",
].join(" ");

export const REQUEST_CAPABILITY = "request_capability";

export function createRequestTool(deps: RequestDeps): Tool {
  return defineTool({
    name: REQUEST_CAPABILITY,
    description: DESCRIPTION,
    schema: Input,
    effect: "idempotent",
    reach: "inside",
    personal: true,
    // The capability's description and results reach agents in all later turns.
    touches: ({ name }) => ({
      to: "elsewhere",
      what: `have the tool cap_${name} built, which all later turns are offered`,
      each: true,
    }),
    async run(request, context) {
      const requested = await requestBuild(deps, request, context);
      return requested.ok ? trustedResult(toldOf(requested.build)) : toolError(requested.reason);
    },
  });
}

function toldOf({ id, name, status }: Build): string {
  const output = JSON.stringify({ status, build_id: id, name: `cap_${name}` });
  if (status !== "building") return output;
  return `${output}\nTell the person that it is being built and go on. Do not wait for it, and do not ask for it again: the Builder reports here by itself. It is there from the next turn after that on.`;
}
