/** Queue of what is to be spoken: fetched ahead, played without a gap, one piece after the other. */
import type { Clip, Piece, Voice } from "./types.ts";

/** Pieces whose sound is asked for, the one that sounds included. */
const FETCHED = 3;
/** Pieces that are handed to the player: the one that sounds, and the one that follows without a gap. */
const SCHEDULED = 2;

interface Entry {
  readonly piece: Piece;
  isAsked: boolean;
  /** Undefined: on its way. */
  clip: Clip | null | undefined;
  isScheduled: boolean;
  /** Its output has all of it. */
  isHandedOver: boolean;
  hasBegun: boolean;
}

export interface SpeechStop {
  /** The piece that sounded, and the part of it that was heard, from 0 to 1: exact once all of its sound has come. */
  heard: { piece: Piece; part(): number } | null;
  /** Pieces that were not heard to their end. */
  rest: readonly Piece[];
}

interface SpeakerHooks {
  began(piece: Piece): void;
  /** `hasSounded`: false when there was no sound of it. */
  ended(piece: Piece, hasSounded: boolean): void;
  /** The queue is empty: everything has been spoken. */
  silent(): void;
}

export class Speaker {
  private entries: Entry[] = [];
  private readonly voice: Voice;
  private readonly hooks: SpeakerHooks;

  constructor(voice: Voice, hooks: SpeakerHooks) {
    this.voice = voice;
    this.hooks = hooks;
  }

  /** Whether something sounds or will. */
  get isBusy(): boolean {
    return this.entries.length > 0;
  }

  get isSounding(): boolean {
    return this.entries[0]?.hasBegun === true;
  }

  get current(): Piece | null {
    const [first] = this.entries;
    return first?.hasBegun ? first.piece : null;
  }

  /** Pieces that sound or wait. */
  get pieces(): readonly Piece[] {
    return this.entries.map(({ piece }) => piece);
  }

  say(...pieces: Piece[]): void {
    for (const piece of pieces) this.entries.push(waiting(piece));
    this.pump();
  }

  /** Silence at once; the queue is empty then. */
  stop(): SpeechStop {
    const { entries } = this;
    this.entries = [];
    for (const { clip, isScheduled } of entries) if (isScheduled) clip?.stop();
    const [first] = entries;
    return {
      heard: first?.hasBegun ? { piece: first.piece, part: () => first.clip?.heard() ?? 0 } : null,
      rest: entries.map(({ piece }) => piece),
    };
  }

  /** Drops pieces that have not begun to sound. */
  drop(isVoid: (piece: Piece) => boolean): void {
    const dropped = this.entries.filter(({ hasBegun, piece }) => !hasBegun && isVoid(piece));
    for (const { clip, isScheduled } of dropped) if (isScheduled) clip?.stop();
    this.entries = this.entries.filter((entry) => !dropped.includes(entry));
    if (dropped.length > 0) this.pump();
  }

  private pump(): void {
    this.entries = this.entries.filter(({ clip }) => clip !== null);
    for (const entry of this.entries.slice(0, FETCHED)) this.ask(entry);
    let before: Entry | undefined;
    for (const entry of this.entries.slice(0, SCHEDULED)) {
      const { clip } = entry;
      if (!clip || (before && !mayFollow(before, clip))) break;
      if (!entry.isScheduled) this.schedule(entry, clip);
      before = entry;
    }
  }

  private ask(entry: Entry): void {
    if (entry.isAsked) return;
    entry.isAsked = true;
    const arrived = (clip: Clip | null) => {
      if (!this.entries.includes(entry)) return;
      entry.clip = clip;
      if (clip === null) this.over(entry);
      else this.pump();
    };
    void this.voice.fetch(entry.piece).then(arrived, () => arrived(null));
  }

  private schedule(entry: Entry, clip: Clip): void {
    entry.isScheduled = true;
    clip.play({
      began: () => {
        entry.hasBegun = true;
        this.hooks.began(entry.piece);
      },
      scheduled: () => {
        entry.isHandedOver = true;
        this.pump();
      },
      ended: () => this.over(entry),
    });
  }

  private over(entry: Entry): void {
    if (!this.entries.includes(entry)) return;
    this.entries = this.entries.filter((other) => other !== entry);
    this.hooks.ended(entry.piece, entry.hasBegun);
    this.pump();
    if (this.entries.length === 0) this.hooks.silent();
  }
}

function waiting(piece: Piece): Entry {
  return {
    piece,
    isAsked: false,
    clip: undefined,
    isScheduled: false,
    isHandedOver: false,
    hasBegun: false,
  };
}

/** Another output can't know when this one falls silent: its clip waits for the end. */
function mayFollow({ clip, isHandedOver }: Entry, next: Clip): boolean {
  return isHandedOver && clip?.output === next.output;
}
