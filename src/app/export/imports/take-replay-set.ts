/** Replay sets of another Nightjar, as the importing person's own. */
import { DEFAULT_AGENT } from "../../../domain/agent.ts";
import { wholeFile } from "../../../export/files/byte-source.ts";
import type { ImportedReplaySet } from "../../../export/item.ts";
import { REPLAYS } from "../../../replays/verbs.ts";
import { refusedCast } from "../../../rooms/access.ts";
import { derivedConversation } from "../../../routing/address.ts";
import type { Services } from "../services.ts";
import type { TakeOutcome } from "./slugs.ts";
import type { ImportWork } from "./work.ts";

/** Bytes of the copy of a turn. */
const MOST_OF_COPY = 2_000_000;

export async function takeReplaySet(
  services: Services,
  work: ImportWork,
  { source, name, turns }: ImportedReplaySet,
): Promise<TakeOutcome> {
  const { owner } = work.record;
  const files = (await work.groups()).flatMap((group) => group.files);
  const copies = new Map(files.map((file) => [file.path, file]));
  return services.verbs(REPLAYS).bringIn({
    ...{ owner, source, name, turns },
    agentOf: (slug) => agentHere(services, work.record, slug),
    conversationOf: (id) => derivedConversation(owner, ["import", `nightjar:${id}`]),
    async copyOf(turn) {
      const file = copies.get(`replay-turns/${turn}.json`);
      const bytes = file && (await wholeFile(file, MOST_OF_COPY).catch(() => undefined));
      return bytes && new TextDecoder().decode(bytes);
    },
  });
}

/** The agent that came with the import, else one of this name that the person may ask, else the usual one. */
async function agentHere(
  { agents }: Services,
  { owner, agents: imported }: ImportWork["record"],
  slug: string,
): Promise<string> {
  const own = imported[`nightjar:${slug}`];
  if (own !== undefined) return own;
  const who = { owner, role: "member", name: "" } as const;
  const isOpen = refusedCast(slug, await agents.get(slug), who) === undefined;
  return isOpen ? slug : DEFAULT_AGENT;
}
