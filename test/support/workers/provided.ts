/** What the servers of the workers' tests hand to the tests: `inject("testChannelUrl")`. */
declare module "vitest" {
  interface ProvidedContext {
    testChannelUrl: string;
    toldModelUrl: string;
    gatesUrl: string;
  }
}

export {};
