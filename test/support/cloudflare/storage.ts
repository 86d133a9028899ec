/** Bucket, queues and vector index of the API. */
import { Failure, type Route } from "./route.ts";

interface Storage {
  buckets: Set<string>;
  queues: { queue_name: string; queue_id: string; consumers: object[] }[];
  indexes: Map<string, { config: unknown; metadataIndexes: object[] }>;
}

export function storageRoutes(own: string, storage: Storage): Route[] {
  return [...bucketRoutes(own, storage), ...queueRoutes(own, storage), ...indexRoutes(own, storage)];
}

function bucketRoutes(own: string, { buckets }: Storage): Route[] {
  return [
    [
      "GET",
      new RegExp(`^${own}/r2/buckets/([^/]+)$`),
      (_asked, [name = ""]) => {
        if (buckets.has(name)) return { name };
        throw new Failure(404, 10006, "The specified bucket does not exist.");
      },
    ],
    [
      "POST",
      new RegExp(`^${own}/r2/buckets$`),
      ({ bytes }) => {
        buckets.add(JSON.parse(bytes.toString()).name);
        return {};
      },
    ],
  ];
}

function queueRoutes(own: string, { queues }: Storage): Route[] {
  return [
    [
      "GET",
      new RegExp(`^${own}/queues$`),
      ({ url }) => {
        const name = url.searchParams.get("name");
        return queues.filter(({ queue_name }) => name === null || queue_name === name);
      },
    ],
    [
      "POST",
      new RegExp(`^${own}/queues$`),
      ({ bytes }) => {
        const { queue_name } = JSON.parse(bytes.toString());
        const queue = { queue_name, queue_id: `id-of-${queue_name}`, consumers: [] };
        queues.push(queue);
        return queue;
      },
    ],
    [
      "POST",
      new RegExp(`^${own}/queues/([^/]+)/consumers$`),
      ({ bytes }, [id]) => {
        const consumer = { consumer_id: "consumer", ...JSON.parse(bytes.toString()) };
        queues.find(({ queue_id }) => queue_id === id)?.consumers.push(consumer);
        return consumer;
      },
    ],
    ["PUT", new RegExp(`^${own}/queues/([^/]+)/consumers/([^/]+)$`), () => ({})],
  ];
}

function indexRoutes(own: string, { indexes }: Storage): Route[] {
  const one = `^${own}/vectorize/v2/indexes/([^/]+)`;
  const found = (name = "") => {
    const index = indexes.get(name);
    if (index === undefined) throw new Failure(404, 3000, "vectorize.index.not_found");
    return index;
  };
  return [
    ["GET", new RegExp(`${one}$`), (_asked, [name]) => ({ name, config: found(name).config })],
    [
      "POST",
      new RegExp(`^${own}/vectorize/v2/indexes$`),
      ({ bytes }) => {
        const { name, config } = JSON.parse(bytes.toString());
        indexes.set(name, { config, metadataIndexes: [] });
        return { name, config };
      },
    ],
    [
      "GET",
      new RegExp(`${one}/metadata_index/list$`),
      (_asked, [name]) => ({ metadataIndexes: found(name).metadataIndexes }),
    ],
    [
      "POST",
      new RegExp(`${one}/metadata_index/create$`),
      ({ bytes }, [name]) => {
        found(name).metadataIndexes.push(JSON.parse(bytes.toString()));
        return { mutationId: "mutation" };
      },
    ],
  ];
}
