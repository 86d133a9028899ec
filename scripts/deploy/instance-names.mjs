/** Names of another instance in the same account: each resource of the first one has a counterpart, and none is shared. */
import { createHash } from "node:crypto";

/**
 * The configuration with the names of that instance. Domains stay with the first one.
 * @param {any} config
 * @param {string | undefined} name undefined: the first instance
 * @returns {any}
 */
export function ofInstance(config, name) {
  if (name === undefined) return config;
  const own = (/** @type {string | undefined} */ value) => ownName(value, name);
  const { routes: _routes, route: _route, ...rest } = config;
  return withoutGaps({
    ...rest,
    name: own(config.name),
    workers_dev: config.routes || config.route ? true : config.workers_dev,
    d1_databases: each(config.d1_databases, ({ database_id: _id, database_name, ...database }) => ({
      ...database,
      database_name: own(database_name),
    })),
    r2_buckets: each(config.r2_buckets, (bucket) => ({ ...bucket, bucket_name: own(bucket.bucket_name) })),
    services: each(config.services, (service) => ({ ...service, service: own(service.service) })),
    vectorize: each(config.vectorize, (index) => ({ ...index, index_name: own(index.index_name) })),
    ratelimits: each(config.ratelimits, (limit) => ({
      ...limit,
      namespace_id: namespaceOf(limit.namespace_id, name),
    })),
    queues: config.queues && queuesOf(config.queues, own),
  });
}

/**
 * @template {string | undefined} T
 * @param {T} value
 * @param {string | undefined} name
 * @returns {T}
 */
export function ownName(value, name) {
  return value === undefined || name === undefined ? value : /** @type {T} */ (`${value}-${name}`);
}

/**
 * @param {any} queues
 * @param {(value: string | undefined) => string | undefined} own
 */
function queuesOf({ producers, consumers }, own) {
  return {
    producers: each(producers, (producer) => ({ ...producer, queue: own(producer.queue) })),
    consumers: each(consumers, (consumer) =>
      withoutGaps({
        ...consumer,
        queue: own(consumer.queue),
        dead_letter_queue: own(consumer.dead_letter_queue),
      }),
    ),
  };
}

/**
 * Counters of requests are the account's, by a number.
 * @param {string} id
 * @param {string} name
 */
function namespaceOf(id, name) {
  const digest = createHash("sha256").update(`${id}-${name}`).digest();
  return String(10_000 + (digest.readUInt32BE(0) % 1_000_000_000));
}

/**
 * @param {any[] | undefined} list
 * @param {(item: any) => any} change
 */
function each(list, change) {
  return list?.map(change);
}

/**
 * TOML has no value for what is not there.
 * @param {Record<string, unknown>} record
 */
function withoutGaps(record) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
