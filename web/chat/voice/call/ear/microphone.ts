/** The ear of a call: the microphone, and the recordings of what was said into it. */
import { t } from "../../../../words/t.ts";
import { bandsOf } from "../bands.ts";
import type { Ear, EarListener } from "../types.ts";
import frames from "./frames-worklet.ts?worker&url";
import { Recording } from "./recording.ts";
import { type SpeechProbability, speechProbability } from "./speech-probability.ts";
import { type Activity, VoiceActivity } from "./voice-activity.ts";

const WANTED = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };
const BLOCKED = t("The microphone is blocked. Allow it for this page in your browser's settings.");
const INSECURE = t("Calls need a secure address. Open Nightjar over https, or as localhost.");
const UNLOADED = t("The call couldn't be set up. Check your connection and call again.");
const ENDED = t("The microphone was disconnected. Connect it and call again.");

/** `context`: where its sound is worked on; closed by the one who made it. `pause_ms`: silence that ends an utterance. */
export class Microphone implements Ear {
  private readonly context: AudioContext;
  private readonly activity: VoiceActivity;
  private readonly recording = new Recording();
  private readonly analyser: AnalyserNode;
  private stream: MediaStream | null = null;
  private probability: SpeechProbability | null = null;
  private listener: EarListener | null = null;
  private isListening = true;
  private isSpeaking = false;
  private isClosed = false;

  constructor(context: AudioContext, pause_ms: () => number) {
    this.context = context;
    this.activity = new VoiceActivity(pause_ms);
    this.analyser = new AnalyserNode(context, { fftSize: 128, smoothingTimeConstant: 0.6 });
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
    this.recording.add(frame, this.isSpeaking);
    this.tell(this.activity.frame(this.probability.of(frame)));
  }

  private tell(activity: Activity | undefined): void {
    if (activity === undefined) return;
    this.isSpeaking = activity === "began" || activity === "lasts";
    if (activity === "began") this.listener?.began();
    if (activity === "lasts") this.listener?.lasts();
    if (activity === "ended") this.listener?.ended({ recording: this.recording.take() });
    if (activity === "dropped") this.listener?.ended(null);
  }
}
