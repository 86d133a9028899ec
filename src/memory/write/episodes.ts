/** Episodes in the search index. */
import type { ChunkDraft, Episode } from "../ports/model.ts";

export const EPISODE_SOURCE = "episodes";

export function episodeDraft(episode: Episode): ChunkDraft {
  return {
    owner: episode.owner,
    scope: episode.scope,
    kind: "episode",
    source: EPISODE_SOURCE,
    key: episode.id,
    session: episode.id,
    speaker: "",
    role: "",
    agent: "",
    said_at: episode.started_at,
    text: episode.topics.length === 0 ? episode.summary : `${episode.summary} (${episode.topics.join(", ")})`,
    trust: episode.trust,
  };
}
