/** The `commitment_update` tool: records what somebody has promised to do, and its outcome. */
import { z } from "zod";
import type { Tool, ToolContext, ToolOutcome } from "../../agent/ports/tool.ts";
import { weakest } from "../../domain/trust.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import type { CommitmentChange } from "../../memory/ports/stores.ts";
import { parseDate } from "../../memory/text/dates.ts";
import { commitmentLine } from "../../memory/write/commitments.ts";
import { defineTool, toldWith, toolError, trustedResult } from "../define-tool.ts";
import { provenanceOf, readScopes, WAITS, writeScope } from "./scope.ts";

const Input = z.object({
  id: z
    .string()
    .max(80)
    .optional()
    .describe(
      "cmt_...: the one to change. Without it a new one is kept, or all open ones are listed when `what` is missing too.",
    ),
  what: z.string().max(1_000).optional(),
  who: z.string().max(120).optional().describe("Who promised it."),
  due: z.string().max(40).optional().describe("A date such as 2026-03-31."),
  status: z.enum(["open", "done", "expired", "cancelled"]).optional(),
  note: z.string().max(1_000).optional(),
});

type UpdateInput = z.output<typeof Input>;

export function commitmentUpdate({ memory }: { memory: LongTermMemory }): Tool {
  return defineTool({
    name: "commitment_update",
    description:
      "Keep a promise or obligation with its due date, change one, mark it done or cancelled, or list the open ones. What is due comes up by itself.",
    schema: Input,
    effect: "idempotent",
    reach: "inside",
    // A promise's state and date can be undone with a click; its wording may be somebody else's.
    touches: ({ id, ...wording }) =>
      id !== undefined && isWording(wording)
        ? { to: "elsewhere", what: `change what is kept as the promise ${id}` }
        : { to: "nobody" },
    async run(input, context) {
      const due = input.due === undefined ? undefined : parseDate(input.due);
      if (input.due !== undefined && due === undefined) {
        return toolError(`"${input.due}" is not a date. Write it as 2026-03-31.`);
      }
      if (input.id !== undefined) return change(memory, { id: input.id, ...changeOf(input, due) }, context);
      return input.what === undefined
        ? list(memory, context)
        : add(memory, { what: input.what, who: input.who, due }, context);
    },
  });
}

function isWording({ what, who, note }: Pick<UpdateInput, "what" | "who" | "note">): boolean {
  return what !== undefined || who !== undefined || note !== undefined;
}

function changeOf({ what, who, status, note }: UpdateInput, due: number | undefined): CommitmentChange {
  return {
    ...(what === undefined ? {} : { what }),
    ...(who === undefined ? {} : { who }),
    ...(status === undefined ? {} : { status }),
    ...(note === undefined ? {} : { note }),
    ...(due === undefined ? {} : { due_at: due }),
  };
}

async function change(
  memory: LongTermMemory,
  { id, ...changes }: CommitmentChange & { id: string },
  context: ToolContext,
): Promise<ToolOutcome> {
  const [known] = await memory.commitments.get(context.owner, [id]);
  const visible = known !== undefined && readScopes(context).includes(known.scope);
  const trust = isWording(changes) ? weakest([known?.trust ?? "trusted", context.trust]) : undefined;
  const change = { ...changes, ...(trust && { trust }) };
  const changed = visible ? await memory.commitments.edit(context.owner, id, change) : undefined;
  if (changed === undefined)
    return toolError(`There is no commitment ${id}. Call without arguments to list the open ones.`);
  return toldWith(
    changed.trust,
    `${commitmentLine(changed, context.now)} [${changed.status}] (${changed.id})`,
  );
}

async function add(
  memory: LongTermMemory,
  { what, who, due }: { what: string; who: string | undefined; due: number | undefined },
  context: ToolContext,
): Promise<ToolOutcome> {
  const outcome = await memory.addCommitment({
    owner: context.owner,
    scope: writeScope(context, false),
    ...provenanceOf(context, [what, who]),
    what,
    ...(who === undefined ? {} : { who }),
    ...(due === undefined ? {} : { due_at: due }),
  });
  if (outcome.status === "refused") return toolError(`Not stored: ${outcome.problem}.`);
  const { id, trust } = outcome.commitment;
  const text = `Kept: ${commitmentLine(outcome.commitment, context.now)} (${id})`;
  return toldWith(trust, trust === "trusted" ? text : `${text}\n${WAITS}`);
}

async function list(memory: LongTermMemory, context: ToolContext): Promise<ToolOutcome> {
  const filter = { scopes: readScopes(context), status: "open" as const };
  const open = await memory.commitments.list(context.owner, filter, { limit: 50 });
  return open.length === 0
    ? trustedResult("No open commitments.")
    : toldWith(
        weakest(open.map(({ trust }) => trust)),
        open.map((each) => `- ${commitmentLine(each, context.now)} (${each.id})`).join("\n"),
      );
}
