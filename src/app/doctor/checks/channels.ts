/** Chats, as the platforms report them. */
import { type CheckResult, fine, off, problem } from "../../../doctor/finding.ts";
import type { Services } from "../services.ts";

const ANSWERS_WITHIN_MS = 10_000;

export async function channels({
  kinds,
  channels: ports,
}: Services): Promise<CheckResult | (CheckResult & { title: string })[]> {
  const open = Object.values(kinds)
    .filter(({ carried, peers }) => carried && peers === "people")
    .flatMap((kind) => {
      const port = ports.get(kind.name, "");
      return "missing" in port ? [] : [{ title: `Chat: ${kind.label}`, port }];
    });
  if (open.length === 0) return off("No chat is connected.");
  return Promise.all(open.map(async ({ title, port }) => ({ title, ...(await healthOf(port)) })));
}

type Port = Exclude<ReturnType<Services["channels"]["get"]>, { missing: string }>;

async function healthOf(port: Port): Promise<CheckResult> {
  if (!port.health) return fine("It is set up; the platform can't be asked.");
  const health = await port.health(AbortSignal.timeout(ANSWERS_WITHIN_MS));
  if (health.status === "broken") return problem(health.problem, "Connect it again on the Connections page.");
  const way = health.is_fetched
    ? "this instance asks for its messages"
    : `its messages go to ${health.webhook ?? "here"}`;
  if (health.webhook === "" && !health.is_fetched)
    return problem(`${health.name} has no address to send to.`, "Connect it again on the Connections page.");
  return fine(`${health.name}: ${way}.`);
}
