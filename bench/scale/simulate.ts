/**
 * Hot spots of a large instance, reckoned from what a turn asks of the platform: how much of each limit a day of so
 * many people uses at its busiest hour. `node bench/scale/simulate.ts`.
 */

/** A person's day, and how their turns gather in the busiest hour. */
const DAY = { turns: 10, share_active: 0.1, busiest_hour: 0.12, seconds_a_turn: 20 } as const;

/** Work of one turn. Statements and rows are counted by the bench; the bytes that stay in D1 are an assumption. */
const TURN = { d1_statements: 12, d1_bytes_kept: 6_000, queue_messages: 1 } as const;

/** Limits of Cloudflare. A database runs one statement after the other, about 1,000 of 1 ms in a second. */
const LIMITS = {
  d1_statement_ms: 1,
  d1_gigabytes: 10,
  queue_messages_s: 5_000,
} as const;

interface Load {
  people: number;
  turns_s: number;
  /** Turns under way at once, each an active object. */
  active_objects: number;
  /** Share of the time that one database computes; above 1 it falls behind. */
  d1_busy: number;
  /** Days until one database is full. */
  d1_full_days: number;
  queue_share: number;
  /** Databases that keep each below half its time, and below half its size after two years. */
  databases: number;
}

function loadOf(people: number): Load {
  const daily = people * DAY.share_active * DAY.turns;
  const turns_s = (daily * DAY.busiest_hour) / 3_600;
  const d1_busy = (turns_s * TURN.d1_statements * LIMITS.d1_statement_ms) / 1_000;
  const d1_full_days = (LIMITS.d1_gigabytes * 1e9) / (daily * TURN.d1_bytes_kept);
  const bySize = (2 * 365) / (d1_full_days / 2);
  return {
    people,
    turns_s,
    active_objects: turns_s * DAY.seconds_a_turn,
    d1_busy,
    d1_full_days,
    queue_share: (turns_s * TURN.queue_messages) / LIMITS.queue_messages_s,
    databases: Math.max(1, Math.ceil(d1_busy / 0.5), Math.ceil(bySize)),
  };
}

/** Persons of a shard, drawn by a hash: the fullest of them beside the mean, over rounds. */
function fullestShard(people: number, shards: number): number {
  const counts = new Uint32Array(shards);
  let state = 0x9e3779b9;
  for (let person = 0; person < people; person += 1) {
    // Xorshift: the same draw in every run.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const shard = (state >>> 0) % shards;
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  return Math.max(...counts) / (people / shards);
}

const figure = (value: number) => Number(value.toPrecision(3)).toLocaleString("en");

console.log(
  "| people | turns/s | active objects | D1 busy | full after days | queue | databases | fullest shard |",
);
console.log("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const people of [1_000, 10_000, 100_000, 1_000_000]) {
  const load = loadOf(people);
  const cells = [
    load.people,
    load.turns_s,
    load.active_objects,
    `${figure(load.d1_busy * 100)} %`,
    load.d1_full_days,
  ];
  const rest = [`${figure(load.queue_share * 100)} %`, load.databases, fullestShard(people, load.databases)];
  console.log(
    `| ${[...cells, ...rest].map((cell) => (typeof cell === "number" ? figure(cell) : cell)).join(" | ")} |`,
  );
}
