/**
 * Bindings with the platform's limits that the local runtime does not keep. What is over one is refused as it would be
 * there: by a rejection, or where a value is bound, by a throw.
 */
import type { Env } from "../../../src/app/env.ts";

/** In bytes, where no other unit is told. */
export const LIMITS = {
  d1_value: 2_000_000,
  d1_statement: 100_000,
  d1_parameters: 100,
  /** Pattern of LIKE and GLOB. */
  d1_pattern: 50,
  r2_key: 1024,
  r2_metadata: 8192,
  /** Keys in one deletion. */
  r2_deletion: 1000,
  queue_message: 128_000,
  queue_batch: 256_000,
  /** Messages in one batch. */
  queue_batch_length: 100,
  /** All values that one statement of a Durable Object writes: each row is written by one statement. */
  object_row: 2_000_000,
  object_parameters: 100,
};

/** Wraps the bindings and only checks their arguments. */
export function withLimits(env: Env): Env {
  const queues = { JOBS_INTERACTIVE: env.JOBS_INTERACTIVE, JOBS_BACKGROUND: env.JOBS_BACKGROUND };
  const limited = Object.entries(queues).map(([name, queue]) => [name, queue && limitedQueue(queue)]);
  return instead(env, {
    DB: limitedDatabase(env.DB),
    BUCKET: limitedBucket(env.BUCKET),
    ...Object.fromEntries(limited),
  });
}

function limitedDatabase(database: D1Database): D1Database {
  return instead(database, {
    prepare: (query: string) => limitedStatement(database, query),
    withSession: (constraint?: string) => {
      const session = database.withSession(constraint);
      return instead(session, { prepare: (query: string) => limitedStatement(session, query) });
    },
  });
}

/** The statement itself, since a batch takes no other. */
function limitedStatement(database: Pick<D1Database, "prepare">, query: string): D1PreparedStatement {
  within("d1_statement", bytesOf(query));
  const statement = database.prepare(query);
  const bind = statement.bind.bind(statement);
  const patterns = patternsIn(query);
  return Object.assign(statement, {
    bind(...values: unknown[]) {
      within("d1_parameters", values.length);
      for (const value of values) within("d1_value", bytesOf(value));
      for (const at of patterns) within("d1_pattern", bytesOf(values[at]));
      return bind(...values);
    },
  });
}

/** Which of its parameters are patterns. */
function patternsIn(query: string): number[] {
  return [...query.matchAll(/\b(?:like|glob)\s+\?/gi)].map(
    ({ index }) => query.slice(0, index).split("?").length - 1,
  );
}

function limitedBucket(bucket: R2Bucket): R2Bucket {
  return instead(bucket, {
    put: async (key: string, value: string, options?: R2PutOptions) => {
      within("r2_key", bytesOf(key));
      within("r2_metadata", bytesOf(JSON.stringify(options?.customMetadata ?? {})));
      return bucket.put(key, value, options);
    },
    delete: async (keys: string | string[]) => {
      within("r2_deletion", [keys].flat().length);
      return bucket.delete(keys);
    },
  });
}

function limitedQueue(queue: Queue): Queue {
  return instead(queue, {
    send: async (body: unknown, options?: QueueSendOptions) => {
      within("queue_message", bytesOf(JSON.stringify(body)));
      return queue.send(body, options);
    },
    sendBatch: async (messages: Iterable<MessageSendRequest>, options?: QueueSendBatchOptions) => {
      const all = [...messages];
      const sizes = all.map(({ body }) => bytesOf(JSON.stringify(body)));
      within("queue_batch_length", all.length);
      for (const bytes of sizes) within("queue_message", bytes);
      within(
        "queue_batch",
        sizes.reduce((sum, bytes) => sum + bytes, 0),
      );
      return queue.sendBatch(all, options);
    },
  });
}

/** A Durable Object's own database keeps its limits from now on. */
export function limitObject(sql: SqlStorage): void {
  const exec = sql.exec.bind(sql);
  const limited: SqlStorage["exec"] = (query, ...values) => {
    within("object_parameters", values.length);
    within(
      "object_row",
      values.reduce((sum: number, value) => sum + bytesOf(value), 0),
    );
    return exec(query, ...values);
  };
  Object.defineProperty(sql, "exec", { value: limited });
}

/** Methods of a binding know their own object only. */
function instead<Binding extends object>(binding: Binding, methods: Record<string, unknown>): Binding {
  return new Proxy(binding, {
    get(target, name) {
      if (typeof name === "string" && Object.hasOwn(methods, name)) return methods[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function within(limit: keyof typeof LIMITS, amount: number): void {
  if (amount > LIMITS[limit])
    throw new Error(`Over the platform's limit ${limit}: ${amount} of ${LIMITS[limit]}.`);
}

const ENCODER = new TextEncoder();

function bytesOf(value: unknown): number {
  if (typeof value === "string") return ENCODER.encode(value).length;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
  return 0;
}
