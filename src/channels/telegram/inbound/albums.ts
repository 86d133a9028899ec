/**
 * Albums in groups: only one message of an album carries the words that name the bot. The others count as addressed
 * too, even if they reach another isolate or arrive earlier.
 */
import type { UserMessage } from "../../../domain/inbound.ts";
import type { SharedMarks } from "../../kind.ts";
import type { Bot } from "../settings.ts";
import type { IncomingMessage } from "./update.ts";

interface AlbumDeps {
  marks: SharedMarks;
  /** Resolves after that many ms. */
  pause(ms: number): Promise<void>;
}

/** Lookups in the shared marks for an album that has not named the bot yet, and the pause between them. */
const LOOKS = 4;
const PAUSE_MS = 250;
const MOST_KNOWN = 100;

export class Albums {
  private readonly bot: Bot;
  private readonly deps: AlbumDeps;
  /** Whether each album is for the bot, as far as this isolate knows. */
  private readonly known = new Map<string, boolean>();
  private readonly asking = new Map<string, Promise<boolean>>();

  constructor(bot: Bot, deps: AlbumDeps) {
    this.bot = bot;
    this.deps = deps;
  }

  /** Never rejects. */
  async withAddressee(said: UserMessage, { media_group_id: album }: IncomingMessage): Promise<UserMessage> {
    if (album === undefined || !said.source.is_group) return said;
    if (!said.is_addressed) return (await this.isForUs(album)) ? { ...said, is_addressed: true } : said;
    this.keep(album, true);
    // If the mark cannot be shared, only the pictures that reach other isolates are lost.
    await this.deps.marks.put(this.nameOf(album)).catch(() => undefined);
    return said;
  }

  /** The message that names the bot may be under way: all messages of the album share one wait for it. */
  private isForUs(album: string): Promise<boolean> {
    const pending = this.asking.get(album) ?? this.ask(album, this.known.has(album) ? 1 : LOOKS);
    this.asking.set(album, pending);
    return pending.finally(() => this.asking.delete(album));
  }

  private async ask(album: string, looks: number): Promise<boolean> {
    for (let look = 0; look < looks; look++) {
      if (look > 0) await this.deps.pause(PAUSE_MS);
      if (this.known.get(album) || (await this.isMarked(album))) return this.keep(album, true);
    }
    return this.keep(album, false);
  }

  private isMarked(album: string): Promise<boolean> {
    return this.deps.marks.has(this.nameOf(album)).catch(() => false);
  }

  private nameOf(album: string): string {
    return `telegram:${this.bot.id}:album:${album}`;
  }

  private keep(album: string, isForUs: boolean): boolean {
    this.known.set(album, isForUs);
    const [oldest] = this.known.keys();
    if (this.known.size > MOST_KNOWN && oldest !== undefined) this.known.delete(oldest);
    return isForUs;
  }
}
