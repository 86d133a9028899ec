/** The platform's bindings, counting what is asked of them. */
import type { Env } from "../../src/app/env.ts";
import type { Uses } from "../measure/uses-of.ts";

const NOTHING: Uses = {
  subrequests: 0,
  waiting: 0,
  d1_queries: 0,
  d1_rows_read: 0,
  d1_rows_written: 0,
  r2_class_a: 0,
  r2_class_b: 0,
  object_stubs: 0,
  object_rows_read: 0,
  object_rows_written: 0,
  queue_messages: 0,
  queue_bytes: 0,
};

let uses = { ...NOTHING };
let waiting = 0;
let cursors: { rowsRead: number; rowsWritten: number }[] = [];
let isCounting = false;

/** Since the last look; the next one begins anew. Nothing is counted before the first. */
export function takeUses(): Uses {
  isCounting = true;
  const taken = { ...uses };
  for (const { rowsRead, rowsWritten } of cursors) {
    taken.object_rows_read += rowsRead;
    taken.object_rows_written += rowsWritten;
  }
  uses = { ...NOTHING };
  cursors = [];
  return taken;
}

/** Stops counting until the next look. */
export function stopCounting(): void {
  takeUses();
  isCounting = false;
}

export function countedEnv(env: Env): Env {
  const queues = { JOBS_INTERACTIVE: env.JOBS_INTERACTIVE, JOBS_BACKGROUND: env.JOBS_BACKGROUND };
  const counted = Object.entries(queues).map(([name, queue]) => [name, queue && countedQueue(queue)]);
  return instead(env, {
    DB: countedDatabase(env.DB),
    BUCKET: countedBucket(env.BUCKET),
    CONVERSATION: countedObjects(env.CONVERSATION),
    PERSON: countedObjects(env.PERSON),
    SCHEDULER: countedObjects(env.SCHEDULER),
    RESEARCH: countedObjects(env.RESEARCH),
    MONITOR: countedObjects(env.MONITOR),
    ...Object.fromEntries(counted),
  });
}

/** Requests to other hosts, from now on. */
export function countFetches(): void {
  const real = globalThis.fetch;
  globalThis.fetch = (...request) => connected(() => real(...request));
}

/** An object's own database. */
export function countRows(sql: SqlStorage): void {
  const exec = sql.exec.bind(sql);
  const counted: SqlStorage["exec"] = (query, ...values) => {
    const cursor = exec(query, ...values);
    if (isCounting) cursors.push(cursor);
    return cursor as never;
  };
  Object.defineProperty(sql, "exec", { value: counted, configurable: true });
}

/** It waits for headers until it settles. */
async function connected<T>(open: () => Promise<T>): Promise<T> {
  uses.subrequests += 1;
  waiting += 1;
  uses.waiting = Math.max(uses.waiting, waiting);
  try {
    return await open();
  } finally {
    waiting -= 1;
  }
}

function countedDatabase(database: D1Database): D1Database {
  return instead(database, {
    ...preparing(database),
    withSession: (constraint?: string) => {
      const session = database.withSession(constraint);
      return instead(session, preparing(session));
    },
  });
}

function preparing(database: Pick<D1Database, "prepare" | "batch">) {
  return {
    prepare: (query: string) => countedStatement(database.prepare(query), query),
    batch: async <T>(statements: D1PreparedStatement[]) => {
      asked(statements.length);
      return (await database.batch<T>(statements)).map(metered);
    },
  };
}

function asked(queries: number): void {
  uses.subrequests += 1;
  uses.d1_queries += queries;
}

/** The rows of a result, counted. */
function metered<R extends { meta: { rows_read?: number; rows_written?: number } }>(result: R): R {
  uses.d1_rows_read += result.meta.rows_read ?? 0;
  uses.d1_rows_written += result.meta.rows_written ?? 0;
  return result;
}

const WRITES = /^\s*(insert|update|delete|replace)\b/i;

/** The statement itself, since a batch takes no other. */
function countedStatement(statement: D1PreparedStatement, query: string): D1PreparedStatement {
  const [bind, all, run, raw, first] = [
    statement.bind.bind(statement),
    statement.all.bind(statement),
    statement.run.bind(statement),
    statement.raw.bind(statement) as (...told: unknown[]) => Promise<unknown>,
    statement.first.bind(statement) as (...told: unknown[]) => Promise<unknown>,
  ];
  /** Lists and single values come without their meter. A question is asked once more for it; a change returns its rows. */
  const unmetered = async (plain: () => Promise<unknown>, ofRows: (rows: Row[]) => unknown) => {
    asked(1);
    if (!isCounting) return plain();
    const { results } = metered(await all<Row>());
    return WRITES.test(query) ? ofRows(results) : plain();
  };
  return Object.assign(statement, {
    bind: (...values: unknown[]) => countedStatement(bind(...values), query),
    all: async () => {
      asked(1);
      return metered(await all());
    },
    run: async () => {
      asked(1);
      return metered(await run());
    },
    raw: (...told: unknown[]) =>
      unmetered(
        () => raw(...told),
        (rows) => rows.map(Object.values),
      ),
    first: (...told: unknown[]) =>
      unmetered(
        () => first(...told),
        ([row]) => (told[0] === undefined ? row : row?.[`${told[0]}`]) ?? null,
      ),
  });
}

type Row = Record<string, unknown>;

function countedBucket(bucket: R2Bucket): R2Bucket {
  const names = ["get", "put", "head", "delete", "list"] as const;
  const methods = names.map((name) => {
    const method = (bucket[name] as (...told: unknown[]) => Promise<unknown>).bind(bucket);
    const counted = (...told: unknown[]) => {
      if (name === "put" || name === "list") uses.r2_class_a += 1;
      if (name === "get" || name === "head") uses.r2_class_b += 1;
      return connected(() => method(...told));
    };
    return [name, counted];
  });
  return instead(bucket, Object.fromEntries(methods));
}

function countedObjects<N extends object>(objects: N): N {
  const get = (objects as { get(...told: unknown[]): object }).get.bind(objects);
  return instead(objects, {
    get: (...told: unknown[]) => {
      uses.subrequests += 1;
      uses.object_stubs += 1;
      return get(...told);
    },
  });
}

function countedQueue(queue: Queue): Queue {
  const sent = (bodies: readonly unknown[]) => {
    uses.queue_messages += bodies.length;
    for (const body of bodies) uses.queue_bytes += new TextEncoder().encode(JSON.stringify(body)).length;
  };
  return instead(queue, {
    send: (body: unknown, options?: QueueSendOptions) => {
      sent([body]);
      return connected(() => queue.send(body, options));
    },
    sendBatch: (messages: Iterable<MessageSendRequest>, options?: QueueSendBatchOptions) => {
      const all = [...messages];
      sent(all.map(({ body }) => body));
      return connected(() => queue.sendBatch(all, options));
    },
  });
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
