/** Recordings for tests: a synthetic voice that speaks in given spans, and a plain tone. WAV, 48 kHz, mono. */

const RATE = 48_000;

/** Formants of two vowels between which the voice moves: frequency and bandwidth in Hz, and weight. */
const VOWELS = [
  [
    [700, 80, 1],
    [1_200, 90, 0.6],
    [2_600, 120, 0.3],
  ],
  [
    [300, 60, 1],
    [2_300, 100, 0.6],
    [3_000, 120, 0.3],
  ],
] as const;

/** `spans`: silence and speech by turns, in seconds. */
export function spokenRecording(spans: readonly number[]): Buffer {
  const voice = new Voice();
  const samples = spans.flatMap((seconds, at) =>
    Array.from({ length: Math.round(seconds * RATE) }, () => (at % 2 === 0 ? 0 : voice.next())),
  );
  return wavOf(samples);
}

export function tone(seconds: number): Buffer {
  const length = Math.round(seconds * RATE);
  return wavOf(Array.from({ length }, (_, at) => 0.2 * Math.sin((2 * Math.PI * 440 * at) / RATE)));
}

/** A throat that buzzes, and a mouth that opens and closes four times a second. */
class Voice {
  private time = 0;
  private phase = 0;
  private readonly filters = [
    [0, 0],
    [0, 0],
    [0, 0],
  ];

  next(): number {
    const turn = 2 * Math.PI * this.time;
    this.time += 1 / RATE;
    this.phase += (120 + 25 * Math.sin(1.3 * turn) + 10 * Math.sin(5 * turn)) / RATE;
    const pulse = this.phase >= 1 ? 1 : 0;
    this.phase -= pulse;
    const vowel = 0.5 + 0.5 * Math.sin(2 * turn);
    const opening = 0.6 - 0.4 * Math.cos(4 * turn);
    return 3.5 * opening * this.filtered(pulse, vowel);
  }

  private filtered(pulse: number, vowel: number): number {
    return this.filters.reduce((sum, filter, at) => {
      const [[low = 0, width = 0, weight = 0] = [], [high = 0] = []] = VOWELS.map(
        (formants) => formants[at] ?? [],
      );
      const decay = Math.exp((-Math.PI * width) / RATE);
      const angle = (2 * Math.PI * (low + (high - low) * vowel)) / RATE;
      const [last = 0, before = 0] = filter;
      const value = pulse + 2 * decay * Math.cos(angle) * last - decay * decay * before;
      filter[0] = value;
      filter[1] = last;
      return sum + value * (1 - decay) * weight;
    }, 0);
  }
}

function wavOf(samples: readonly number[]): Buffer {
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + samples.length * 2, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(samples.length * 2, 40);
  for (const [at, sample] of samples.entries())
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + at * 2);
  return bytes;
}
