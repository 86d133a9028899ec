/** Values that the servers of the workers suite provide to its tests: `inject("testChannelUrl")`. */
declare module "vitest" {
  interface ProvidedContext {
    testChannelUrl: string;
    toldModelUrl: string;
    gatesUrl: string;
  }
}

export {};
