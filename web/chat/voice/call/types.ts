/** Vocabulary of a call: what it hears, what it says, and the ports that its controller works with. */

export type CallState = "idle" | "listening" | "hearing" | "thinking" | "speaking" | "paused";

/** A piece of text to be spoken in the agent's voice. */
export interface Piece {
  /** Markdown. */
  text: string;
  /** Slug of the agent. */
  agent: string;
  /** Place in the answer that it is a part of; absent: it is no part of one. */
  of?: { answer: string; start: number; end: number };
  /** Called once it is over; false: there was no sound of it. Not called when it is interrupted. */
  ended?(hasSounded: boolean): void;
}

/** Each is called at most once, and not after `stop`. */
export interface ClipListener {
  began(): void;
  /** All of it is handed to its output: a next clip of the same output follows without a gap. */
  scheduled(): void;
  ended(): void;
}

/** Sound of a piece of which at least the beginning is there. */
export interface Clip {
  /** Device or part of the browser that plays it. */
  readonly output: unknown;
  /** Plays it right after what its output plays already. */
  play(listener: ClipListener): void;
  /** Ends it at once. */
  stop(): void;
  /** Part of it that had sounded when it was stopped, from 0 to 1: exact once all of its sound has come. */
  heard(): number;
}

export interface Voice {
  /** Null: there is nothing to say, or no sound to be had. */
  fetch(piece: Piece): Promise<Clip | null>;
  /** Loudness of what sounds now, from 0 to 1 by frequency; empty: not known. */
  spectrum(): readonly number[];
  close(): void;
}

/** Words that a person has said: a recording to be transcribed, or already as text. */
export type Utterance = { recording: Blob; live?: LiveUtterance | undefined } | SaidWords;

/** An utterance that the server has heard while it was spoken. */
export interface LiveUtterance {
  /** Its words; null: the whole recording is to be sent. `client_id`: the same as that of the recording. */
  finish(client_id: string): Promise<SaidWords | null>;
  /** Nobody wants the words. */
  drop(): void;
}

export interface SaidWords {
  text: string;
  /** Id of their sound, where that is kept. */
  recording_id?: string;
}

export interface EarListener {
  /** Somebody begins to speak. */
  began(): void;
  /** The sound lasts: it is more than a cough. */
  lasts(): void;
  /** The person has paused. Null: it was too short to be words. */
  ended(utterance: Utterance | null): void;
  /** Words as far as they are recognised while the person speaks. */
  words(text: string): void;
  failed(reason: string): void;
}

export interface Ear {
  /** Resolves with the reason when there is no microphone. */
  open(listener: EarListener): Promise<{ ok: true; cancelsEcho: boolean } | { ok: false; reason: string }>;
  /** Whether it listens. A closed ear drops what it was hearing. */
  listen(isListening: boolean): void;
  /** A stricter judgement while an answer sounds: a little noise must not interrupt it. */
  beWary(isWary: boolean): void;
  /** The person is heard until `release`, pauses included: push to talk. */
  hold(): void;
  /** Ends the utterance without waiting for a pause. */
  release(): void;
  spectrum(): readonly number[];
  close(): void;
}

/** Part of an answer that the person heard before they interrupted it. */
export interface Cut {
  answer: string;
  /** UTF-16 units of the answer's text. */
  characters: number;
}

/** An answer of the conversation, as far as it is written. */
export interface AnswerText {
  /** Stable from its first word to the stored message, over a reload too. */
  key: string;
  /** Null until it is stored. */
  message_id: string | null;
  /** Id of the turn that writes it; empty: not known. */
  turn_id: string;
  agent: string;
  /** Whether it answers the reader, and nobody else in the conversation. */
  isOwn: boolean;
  text: string;
  /** Places in the text where a step ends: no sentence goes over one. */
  breaks: readonly number[];
  /** Whether nothing more of it comes for now. */
  isOver: boolean;
  /** Whether it waits for somebody's answer, and goes on afterwards. */
  isParked?: boolean;
}
