/** The part of itty-durable that the monitor uses; the package's own types predate today's runtime. */
declare module "itty-durable/itty-durable.js" {
  export function createDurable(options?: { autoPersist?: boolean; autoReturn?: boolean }): new (
    state: DurableObjectState,
    env: unknown,
  ) => {
    state: DurableObjectState;
    persist(): Promise<void>;
    fetch(request: Request): Promise<Response>;
  };
}
declare module "itty-durable/proxy-durable.js" {
  export function proxyDurable(
    namespace: unknown,
    options: { name: string; parse: boolean },
  ): { get(id: string): unknown };
}
