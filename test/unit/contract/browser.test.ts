/** The contract at the browser: it has the types to which the handlers are held. */
import { expect, expectTypeOf, it } from "vitest";
import type { ClientShape } from "../../../src/contract/clients.ts";
import type { JsonOf } from "../../../src/contract/schema.ts";
import type { Client } from "../../../web/api/clients.ts";

it("gives the browser the type that the handler is held to", () => {
  expectTypeOf<Client>().toEqualTypeOf<JsonOf<typeof ClientShape>>();
  // @ts-expect-error there is no such field
  const renamed = ({ spent_now }: Client) => spent_now;
  expect(renamed({} as Client)).toBeUndefined();
});
