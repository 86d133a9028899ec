/** How long a test's own thread computes: what other programs take of the machine meanwhile does not count. */

export interface Computed<R> {
  result: R;
  /** Computing time of all that the thread did until the work had settled. */
  ms: number;
}

export async function computed<R>(work: () => R | Promise<R>): Promise<Computed<R>> {
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  return { result, ms: (user + system) / 1_000 };
}
