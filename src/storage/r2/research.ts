/** Research runs that rest, in the bucket. */
import type { ResearchSnapshot } from "../../research/stored.ts";
import { keys } from "./keys.ts";

export interface ListedRun {
  id: string;
  question: string;
  state: "running" | "waiting" | "ended";
  conversation_id: string | null;
  /** ms since the epoch. */
  created_at: number;
}

export class R2Research {
  private readonly bucket: R2Bucket;

  constructor(bucket: R2Bucket) {
    this.bucket = bucket;
  }

  async keep(snapshot: ResearchSnapshot): Promise<void> {
    const { id, owner, order, conversation_id, created_at } = snapshot.init;
    // Values of metadata are headers: plain letters alone.
    const customMetadata = {
      question: encodeURIComponent(order.question.slice(0, 200)),
      created_at: String(created_at),
      state: stateOf(snapshot.state),
      ...(conversation_id !== null && { conversation_id }),
    };
    await this.bucket.put(keys.research(owner, id), JSON.stringify(snapshot), {
      httpMetadata: { contentType: "application/json" },
      customMetadata,
    });
  }

  async snapshot(owner: string, id: string): Promise<ResearchSnapshot | undefined> {
    const object = await this.bucket.get(keys.research(owner, id));
    return object === null ? undefined : object.json<ResearchSnapshot>();
  }

  async has(owner: string, id: string): Promise<boolean> {
    return (await this.bucket.head(keys.research(owner, id))) !== null;
  }

  /** Newest first. */
  async list(owner: string): Promise<ListedRun[]> {
    const prefix = keys.research(owner);
    const found: ListedRun[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.bucket.list({ prefix, include: ["customMetadata"], ...(cursor && { cursor }) });
      for (const { key, customMetadata = {} } of page.objects)
        found.push({ id: key.slice(prefix.length), ...listed(customMetadata) });
      cursor = page.truncated ? page.cursor : undefined;
    } while (cursor !== undefined);
    return found.reverse();
  }

  async remove(owner: string, id: string): Promise<void> {
    await this.bucket.delete(keys.research(owner, id));
  }
}

/** Runs that were kept before their state was told are taken for ended. */
function listed(metadata: Record<string, string>): Omit<ListedRun, "id"> {
  const state = metadata["state"];
  return {
    question: decodeURIComponent(metadata["question"] ?? ""),
    state: state === "running" || state === "waiting" ? state : "ended",
    conversation_id: metadata["conversation_id"] ?? null,
    created_at: Number(metadata["created_at"] ?? 0),
  };
}

function stateOf(state: ResearchSnapshot["state"]): ListedRun["state"] {
  return state === "delivering" ? "ended" : state;
}
