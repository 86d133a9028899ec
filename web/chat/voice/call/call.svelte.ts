/** A call of the chat page: its controller with the browser's microphone and sound, and the conversation. */
import { dropRecording } from "../../../api/conversations/speech.ts";
import { streamedRecording } from "../../../api/conversations/streamed-recording.ts";
import { browserTimer } from "../../../session/conversation/browser-deps.ts";
import type { Chat } from "../../../session/conversation/chat.svelte.ts";
import { signedIn } from "../../../session/person/me.svelte.ts";
import type { ToolSegment } from "../../../thread/thread.ts";
import { t } from "../../../words/t.ts";
import { speech } from "../speech.ts";
import { openAsks } from "./asks/open-asks.ts";
import { SpokenAsks } from "./asks/spoken-asks.ts";
import { CallController } from "./controller.ts";
import { BrowserEar } from "./ear/browser-ear.ts";
import { liveHearings } from "./ear/live/live-hearings.ts";
import { Microphone } from "./ear/microphone.ts";
import { type CallView, follower } from "./followed.ts";
import { keptUtterances } from "./kept-utterances.ts";
import { dropLeftByOthers } from "./left-by-others.ts";
import { OpenedAhead } from "./opened-ahead.ts";
import { outcomeOf, textOf } from "./requests.ts";
import { keepCall, runningCall, wasCalling } from "./running-call.ts";
import { readCallSettings } from "./settings.ts";
import type { AnswerText, Cut, Ear } from "./types.ts";
import { Utterances } from "./utterances.ts";
import { BrowserVoice } from "./voice/browser/browser-voice.ts";
import { hasVoices } from "./voice/browser/voices.ts";
import { CallVoice } from "./voice/call-voice.ts";
import { ModelSpeech } from "./voice/model/model-speech.ts";
import { ServerSpeech } from "./voice/server/server-speech.ts";
import { ContextPlayer, isSilenced } from "./voice/sound/player.ts";

/** Words of the person, to be said in the conversation. `heard`: of the answer that they interrupt. */
export interface SpokenWords {
  text: string;
  client_id: string;
  heard: { message_id: string; characters: number } | null;
  /** Id of their sound, where that is kept. */
  recording?: string;
}

const MUTE = t(
  "This browser has no voice, and no speech provider is connected. You can read the answers here.",
);

export class Call {
  /** Grows with each change: what the controller tells is to be read anew. */
  changes = $state(0);
  tools = $state.raw<readonly ToolSegment[]>([]);
  /** Reason why the newest message was refused, or its answer failed; empty: all is well. */
  trouble = $state("");
  answers = $state.raw<readonly AnswerText[]>([]);
  /** The newest message, where somebody else wrote it. */
  others = $state.raw<CallView["others"]>(null);
  settings = $state.raw(readCallSettings());
  /** Null until it has begun. */
  controller = $state.raw<CallController | null>(null);
  private readonly context = new AudioContext({ latencyHint: "interactive" });
  private readonly chat: Chat;
  private readonly say: (words: SpokenWords) => void;
  private readonly follow = follower(() => (signedIn.state.status === "in" ? signedIn.state.me : undefined));
  private readonly utterances: Utterances;
  private readonly asks: SpokenAsks;
  private readonly ahead: OpenedAhead;
  private ear: Ear | null = null;
  private readonly player = new ContextPlayer();
  private readonly model = new ModelSpeech(
    (answer) => this.answers.find(({ key }) => key === answer)?.turn_id ?? "",
  );
  private voice: CallVoice | null = null;
  private hasStarted = false;
  private isOwnTurn = true;
  private isOver = false;
  private isLeaving = false;
  private readonly leaving = () => {
    this.isLeaving = true;
    this.keepPlace();
  };
  private readonly online = () => this.utterances.retry();
  // A locked screen or a phone call may have taken the sound away.
  private readonly shown = () => {
    if (!document.hidden) void this.sound();
  };

  constructor(chat: Chat, say: (words: SpokenWords) => void) {
    this.chat = chat;
    this.say = say;
    this.ahead = new OpenedAhead(chat);
    this.utterances = new Utterances({
      store: keptUtterances,
      conversation: () => chat.session.id,
      transcribe: (recording, client_id) =>
        textOf(
          recording,
          isNamelessTemporary(chat) ? {} : { client_id, conversation_id: chat.session.id, keep: true },
        ),
      awaits: () => this.asks.awaits,
      say: ({ text, recording_id: recording }, { client_id, cut, answers }) =>
        this.takes(
          { ...{ text, client_id, heard: this.heard(cut) }, ...(recording !== undefined && { recording }) },
          answers,
        ),
      newClientId: () => crypto.randomUUID(),
      now: Date.now,
      after: browserTimer,
    });
    const { id } = chat.session;
    this.asks = new SpokenAsks(
      {
        say: (text, agent, ended) => this.controller?.say({ text, agent, ended }),
        isListening: () => this.controller?.state === "listening",
        reply: (call_id, words, repeated) => outcomeOf(chat.session.id, { call_id, words, repeated }),
        keep: (asks) => this.isOver || keepCall({ conversation: chat.session.id, asks }),
        now: Date.now,
        after: browserTimer,
      },
      wasCalling(id) ? (runningCall(id)?.asks ?? null) : null,
    );
  }

  /**
   * Must be called from a press when the conversation is there, or go on with the call of a page that was reloaded. `agent`: the one that
   * was chosen for a new conversation; empty: the default one; null: none is begun here.
   */
  async start(agent: string | null): Promise<void> {
    if (this.hasStarted) return;
    this.hasStarted = true;
    if (signedIn.state.status === "in") dropLeftByOthers(signedIn.state.me.owner);
    const { id } = this.chat.session;
    const before = runningCall(id);
    this.chat.session.hear((speech) => this.model.receive(speech));
    if (!before && agent !== null) this.ahead.open(agent);
    const { hears, hears_live, speaks } = await speech();
    if (this.isOver) return;
    const { context, settings } = this;
    const pause_ms = () => this.settings.pause_ms;
    const live = liveHearings(() =>
      hears_live && !isNamelessTemporary(this.chat) ? this.chat.session.id : undefined,
    );
    this.ear = hears ? new Microphone({ context, pause_ms, live }) : new BrowserEar(pause_ms, browserTimer);
    const own = new BrowserVoice({ after: browserTimer, now: () => performance.now() });
    const sources = speaks ? [this.model, this.serverSpeech()] : [this.model];
    const voice = new CallVoice({ player: this.player, sources, otherwise: own });
    this.voice = voice;
    const controller = new CallController({
      ear: this.ear,
      voice,
      send: (utterance, interruption) => this.utterances.send(utterance, interruption),
      // Others may still want to read the answer that they asked for.
      halt: () => this.isOwnTurn && void this.chat.session.halt(),
      keep: (place) => keepCall({ conversation: this.chat.session.id, place }),
      changed: () => {
        this.changes++;
        this.asks.settle();
      },
    });
    // The browser cancels no echo of its own voice.
    controller.isHalfDuplex = settings.isHalfDuplex || !speaks;
    this.controller = controller;
    if (!(await controller.start(this.read(), before?.place ?? null))) return;
    if (!speaks) void this.tellMute(controller);
    void this.sound();
    this.keepPlace();
    this.update();
    window.addEventListener("online", this.online);
    window.addEventListener("pagehide", this.leaving);
    document.addEventListener("visibilitychange", this.shown);
    // Words for a conversation that did not exist yet belong to the call that was reloaded, and to no later one.
    if (id !== null || before) await this.utterances.restore();
  }

  /** Begins again where there was no microphone. */
  async retry(): Promise<void> {
    this.ear?.close();
    this.hasStarted = false;
    await this.start(null);
  }

  /** The conversation has changed. */
  update(): void {
    const { controller, trouble } = this;
    if (this.chat.session.linkState.status !== "live") this.model.lost();
    controller?.follow(this.read());
    if (this.trouble !== "" && this.trouble !== trouble) this.tellTrouble();
    if (!controller || controller.state === "idle") return;
    const { isOwnTurn } = this;
    const { rights } = this.chat.session;
    const agent = this.answers.at(-1)?.agent ?? "";
    this.asks.follow(openAsks(this.chat.view, { agent, rights, isOwnTurn }));
  }

  /** A new conversation has got its address. */
  keepPlace(): void {
    const conversation = this.chat.session.id;
    if (this.controller?.state !== "idle") keepCall({ conversation });
  }

  /** Whether the browser wants a press before it plays sound. */
  get isSilenced(): boolean {
    return isSilenced(this.context) || this.player.isSilenced;
  }

  async sound(): Promise<void> {
    await Promise.all([this.context.resume(), this.player.resume()]);
    this.changes++;
  }

  /** Loudness by frequency of the one who speaks; empty: not known. */
  spectrum(): readonly number[] {
    const { state } = this.controller ?? { state: "idle" };
    return (state === "speaking" ? this.voice : this.ear)?.spectrum() ?? [];
  }

  /** Ends the call; words that were said before are still sent. A page that is reloaded does not come here, and so goes on with the call. */
  end(): void {
    this.isOver = true;
    keepCall(null);
    window.removeEventListener("online", this.online);
    window.removeEventListener("pagehide", this.leaving);
    document.removeEventListener("visibilitychange", this.shown);
    this.chat.session.hear(null);
    this.controller?.hangUp();
    this.asks.close();
    this.player.close();
    void this.context.close();
    if (!this.utterances.isBusy) void this.ahead.drop();
  }

  /** Somebody who does not look at the screen would wait for an answer. */
  private tellTrouble(): void {
    const agent = this.answers.at(-1)?.agent ?? "";
    this.controller?.say({ text: t("That didn't work. The screen says why."), agent });
  }

  private async tellMute(controller: CallController): Promise<void> {
    if (await hasVoices(browserTimer)) return;
    controller.problem = MUTE;
    this.changes++;
  }

  private serverSpeech(): ServerSpeech {
    return new ServerSpeech({
      record: (text, agent, signal) =>
        streamedRecording({ text, agent, conversation_id: this.chat.session.id }, signal),
      decode: (file) => this.player.decode(file),
    });
  }

  /** `answers`: id of the call that the words answered before the page was reloaded. */
  private async takes(words: SpokenWords, answers: string | undefined): Promise<void> {
    const isReply = await this.asks.take(words.text, answers);
    // A page that is left breaks its requests off: the next one asks again.
    if (this.isLeaving) return new Promise(() => undefined);
    if (!isReply) {
      this.say(words);
      return this.ahead.use();
    }
    // An answer is no message, which its sound could go with.
    if (words.recording !== undefined) void dropRecording(words.recording);
  }

  private read() {
    const view = this.follow(this.chat.view);
    this.answers = view.answers;
    this.tools = view.tools;
    this.trouble = view.trouble;
    this.others = view.others;
    this.isOwnTurn = view.isOwnTurn;
    return view;
  }

  /** Null: there is nothing to mark, as the interrupted answer was not stored, or was for somebody else to read. */
  private heard(cut: Cut | null): SpokenWords["heard"] {
    const answer = this.answers.find(({ key }) => key === cut?.answer);
    const message_id = answer?.isOwn ? answer.message_id : null;
    return cut && message_id ? { message_id, characters: cut.characters } : null;
  }
}

/** A temporary chat that is not created yet: the server can't know that nothing of it is to be kept. */
function isNamelessTemporary({ session }: Chat): boolean {
  return session.id === null && session.isTemporary;
}
