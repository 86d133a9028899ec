/** Tools of the program that sent the message, as tools of the turn: a call parks until the program brings its result. */
import type { ClientTool, ClientTools } from "../../domain/program/client-tools.ts";
import type { ModelRequest } from "../ports/model.ts";
import type { Tool } from "../ports/tool.ts";
import type { StepRecord } from "../turn.ts";

/** A program that comes back later than that has lost its own thread. */
const WAITS_MS = 24 * 3_600_000;

/** The program's tools go last, and hide the agent's own of the same name. */
export function withClientTools(own: readonly Tool[], client: ClientTools | undefined): readonly Tool[] {
  if (client === undefined) return own;
  const brought = client.choice === "none" ? [] : client.tools.map(toolOf);
  if (client.is_alone) return brought;
  const names = new Set(brought.map(({ name }) => name));
  return [...own.filter(({ name }) => !names.has(name)), ...brought];
}

function toolOf({ name, description, parameters }: ClientTool): Tool {
  return {
    name,
    description,
    // The program checks its arguments itself, as it would those of any model.
    input: { json: parameters, parse: (value) => ({ ok: true, value }) },
    effect: "read",
    reach: "inside",
    is_clients: true,
    run: async (input, { now }) => ({
      parked: { kind: "client", tool: name, input, expires_at: now + WAITS_MS },
    }),
  };
}

type Choice = Pick<ModelRequest, "tools" | "tool_choice" | "is_serial">;

/** A forced choice holds for the first step, and offers only what it is about; otherwise the model would be forced for ever. */
export function chosenByClient(
  { tools }: Pick<ModelRequest, "tools">,
  client: ClientTools | undefined,
  steps: readonly StepRecord[],
): Choice {
  if (client === undefined) return { tools };
  const serial = client.is_serial && { is_serial: true as const };
  const { choice } = client;
  if (choice === undefined || choice === "none" || steps.length > 0) return { tools, ...serial };
  const wanted = choice === "required" ? client.tools.map(({ name }) => name) : [choice.name];
  const offered = tools.filter(({ name }) => wanted.includes(name));
  return offered.length === 0 ? { tools, ...serial } : { tools: offered, tool_choice: choice, ...serial };
}
