/**
 * Keeps of miniflare's configuration what Nightjar is served by. miniflare puts a Worker in front of it that answers for the local
 * controls, and others around it for its tools: each is an isolate, and a door.
 */

/** @typedef {{name: string, worker?: any, disk?: any, network?: any, external?: any}} Service */

export const NIGHTJAR = "core:user:nightjar";
export const INTERNET = "internet";
const WEB = "nightjar-web";
/** Services that nobody needs: miniflare's own process, which is not there when Nightjar runs, and the app's files as a Worker. */
const UNUSED = ["loopback", `core:user:${WEB}`];

/**
 * The services that Nightjar and its queues reach, and no others.
 * @param {readonly Service[]} services
 * @returns {Service[]}
 */
export function servicesKept(services) {
  const straight = new Map(services.map((service) => [service.name, straightened(service)]));
  const kept = new Set([NIGHTJAR, INTERNET]);
  for (const name of kept)
    for (const other of namesIn(straight.get(name))) if (straight.has(other)) kept.add(other);
  return [...straight.values()].filter(({ name }) => kept.has(name));
}

/**
 * A service without detours: requests go out by themselves, the files of the app are read from where they are served, and nobody
 * is asked to print.
 * @param {Service} service
 * @returns {Service}
 */
function straightened(service) {
  if (service.worker === undefined) return service;
  const {
    containerEngine: _c,
    cacheApiOutbound: _a,
    tails: _t,
    streamingTails: _s,
    ...worker
  } = service.worker;
  if (worker.globalOutbound !== undefined) worker.globalOutbound = { name: INTERNET };
  const bindings = (worker.bindings ?? []).filter(
    (/** @type {any} */ each) => !UNUSED.includes(each.service?.name),
  );
  return { ...service, worker: { ...worker, bindings: bindings.map(shortened) } };
}

/** @param {any} binding */
function shortened(binding) {
  const isFiles = binding.service?.name === `assets:rpc-proxy:${WEB}`;
  return isFiles ? { ...binding, service: { name: `assets:assets-service:${WEB}` } } : binding;
}

/**
 * Names that occur in the value, of services and of anything else.
 * @param {unknown} value
 * @returns {string[]}
 */
function namesIn(value) {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    if (typeof each !== "string") return namesIn(each);
    return key === "name" || key === "serviceName" || key === "localDisk" ? [each] : [];
  });
}
