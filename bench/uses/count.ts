/** The platform's bindings, counting what is asked of them. */
import type { Env } from "../../src/app/env.ts";
import type { Uses } from "../measure/uses-of.ts";

const NOTHING: Uses = {
  subrequests: 0,
  waiting: 0,
  d1_queries: 0,
  object_rows_read: 0,
  object_rows_written: 0,
  queue_messages: 0,
  queue_bytes: 0,
};

let uses = { ...NOTHING };
let waiting = 0;
let cursors: { rowsRead: number; rowsWritten: number }[] = [];

/** Since the last look; the next one begins anew. */
export function takeUses(): Uses {
  const taken = { ...uses };
  for (const { rowsRead, rowsWritten } of cursors) {
    taken.object_rows_read += rowsRead;
    taken.object_rows_written += rowsWritten;
  }
  uses = { ...NOTHING };
  cursors = [];
  return taken;
}

export function countedEnv(env: Env): Env {
  const queues = { JOBS_INTERACTIVE: env.JOBS_INTERACTIVE, JOBS_BACKGROUND: env.JOBS_BACKGROUND };
  const counted = Object.entries(queues).map(([name, queue]) => [name, queue && countedQueue(queue)]);
  return instead(env, {
    DB: countedDatabase(env.DB),
    BUCKET: countedBucket(env.BUCKET),
    CONVERSATION: countedObjects(env.CONVERSATION),
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
    cursors.push(cursor);
    return cursor as never;
  };
  Object.defineProperty(sql, "exec", { value: counted });
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
    prepare: (query: string) => countedStatement(database.prepare(query)),
    batch: (statements: D1PreparedStatement[]) => {
      asked(statements.length);
      return database.batch(statements);
    },
  };
}

function asked(queries: number): void {
  uses.subrequests += 1;
  uses.d1_queries += queries;
}

const METHODS = ["first", "run", "all", "raw"] as const;

/** The statement itself, since a batch takes no other. */
function countedStatement(statement: D1PreparedStatement): D1PreparedStatement {
  const bind = statement.bind.bind(statement);
  for (const name of METHODS) {
    const method = (statement[name] as (...told: unknown[]) => unknown).bind(statement);
    Object.assign(statement, {
      [name]: (...told: unknown[]) => {
        asked(1);
        return method(...told);
      },
    });
  }
  return Object.assign(statement, { bind: (...values: unknown[]) => countedStatement(bind(...values)) });
}

function countedBucket(bucket: R2Bucket): R2Bucket {
  const names = ["get", "put", "head", "delete", "list"] as const;
  const methods = names.map((name) => {
    const method = (bucket[name] as (...told: unknown[]) => Promise<unknown>).bind(bucket);
    return [name, (...told: unknown[]) => connected(() => method(...told))];
  });
  return instead(bucket, Object.fromEntries(methods));
}

function countedObjects<N extends object>(objects: N): N {
  const get = (objects as { get(...told: unknown[]): object }).get.bind(objects);
  return instead(objects, {
    get: (...told: unknown[]) => {
      uses.subrequests += 1;
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
