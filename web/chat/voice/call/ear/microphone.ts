/** The ear of a call: the microphone, and the recordings of what was said into it. */
import { t } from "../../../../words/t.ts";
import { bandsOf } from "../bands.ts";
import type { Ear, EarListener } from "../types.ts";
import frames from "./frames-worklet.ts?worker&url";
import type { LiveHearing } from "./live/live-hearing.ts";
import { Recording } from "./recording.ts";
import { type SpeechProbability, speechProbability } from "./speech-probability.ts";
import { type Activity, VoiceActivity } from "./voice-activity.ts";

const WANTED = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };
const BLOCKED = t("The microphone is blocked. Allow it for this page in your browser's settings.");
const INSECURE = t("Calls need a secure address. Open Nightjar over https, or as localhost.");
const UNLOADED = t("The call couldn't be set up. Check your connection and call again.");
const ENDED = t("The microphone was disconnected. Connect it and call again.");

interface MicrophoneDeps {
  /** Its sound is worked on there; closed by the one who made it. */
  context: AudioContext;
  /** Silence that ends an utterance. */
  pause_ms(): number;
  /** Begins to send an utterance while it is spoken; null: the server takes whole recordings. */
  live(words: (text: string) => void): LiveHearing | null;
}

export class Microphone implements Ear {
  private readonly context: AudioContext;
  private readonly deps: MicrophoneDeps;
  private readonly activity: VoiceActivity;
  private readonly recording = new Recording();
  private readonly analyser: AnalyserNode;
  private stream: MediaStream | null = null;
  private probability: SpeechProbability | null = null;
  private listener: EarListener | null = null;
  /** The utterance on its way, while somebody speaks. */
  private live: LiveHearing | null = null;
  private isListening = true;
  private isSpeaking = false;
  private isClosed = false;

  constructor(deps: MicrophoneDeps) {
    this.deps = deps;
    this.context = deps.context;
    this.activity = new VoiceActivity(deps.pause_ms);
    this.analyser = new AnalyserNode(deps.context, { fftSize: 128, smoothingTimeConstant: 0.6 });
  }

  async open(
    listener: EarListener,
  ): Promise<{ ok: true; cancelsEcho: boolean } | { ok: false; reason: string }> {
    // Browsers hide the microphone from pages that anybody on the way could have changed.
    if (!window.isSecureContext) return { ok: false, reason: INSECURE };
    const [stream, probability] = await Promise.all([
      navigator.mediaDevices.getUserMedia({ audio: WANTED }).catch(() => null),
      this.loaded().catch(() => null),
    ]);
    this.stream = stream;
    this.probability = probability;
    if (this.isClosed) this.close();
    if (!stream) return { ok: false, reason: BLOCKED };
    if (!probability) return { ok: false, reason: UNLOADED };
    this.listener = listener;
    const node = new AudioWorkletNode(this.context, "frames", { numberOfOutputs: 0 });
    node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => this.hear(data);
    const source = this.context.createMediaStreamSource(stream);
    source.connect(this.analyser);
    source.connect(node);
    const [track] = stream.getAudioTracks();
    track?.addEventListener("ended", () => this.listener?.failed(ENDED));
    return { ok: true, cancelsEcho: track?.getSettings().echoCancellation === true };
  }

  listen(isListening: boolean): void {
    if (this.isListening === isListening) return;
    this.isListening = isListening;
    for (const track of this.stream?.getAudioTracks() ?? []) track.enabled = isListening;
    this.activity.reset();
    this.recording.clear();
    this.dropLive();
    if (this.isSpeaking) this.tell("dropped");
  }

  beWary(isWary: boolean): void {
    this.activity.isWary = isWary;
  }

  hold(): void {
    this.tell(this.activity.hold());
  }

  release(): void {
    this.tell(this.activity.release());
  }

  spectrum(): readonly number[] {
    return bandsOf(this.analyser);
  }

  close(): void {
    this.isClosed = true;
    this.listener = null;
    this.dropLive();
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.probability?.close();
    this.probability = null;
  }

  private async loaded(): Promise<SpeechProbability> {
    await this.context.audioWorklet.addModule(frames);
    return speechProbability();
  }

  private hear(frame: Float32Array): void {
    if (!this.probability || !this.isListening) return;
    const samples = this.recording.add(frame, this.isSpeaking);
    this.live?.add(samples);
    this.tell(this.activity.frame(this.probability.of(frame)));
  }

  private tell(activity: Activity | undefined): void {
    if (activity === undefined) return;
    this.isSpeaking = activity === "began" || activity === "lasts";
    if (activity === "began") this.listener?.began();
    if (activity === "lasts") this.lasts();
    if (activity === "ended") this.ended();
    if (activity === "dropped") this.listener?.ended(null);
  }

  /** A cough is not sent: what lasts is, from its beginning. */
  private lasts(): void {
    this.listener?.lasts();
    this.live = this.deps.live((text) => this.listener?.words(text));
    this.live?.add(...this.recording.frames);
  }

  private ended(): void {
    const live = this.live ?? undefined;
    this.live = null;
    this.listener?.ended({ recording: this.recording.take(), live });
  }

  private dropLive(): void {
    this.live?.drop();
    this.live = null;
  }
}
