import { expect, test } from "vitest";
import { connectService } from "../../../../src/app/connections/connect-service.ts";
import type { Services } from "../../../../src/app/connections/services.ts";
import { connectionNamed } from "../../../../src/domain/fields/connections/list.ts";
import { createGuardedFetch } from "../../../../src/guard/guarded-fetch.ts";

const guard = createGuardedFetch({
  allow_hosts: [],
  fetch: () => Promise.reject(new Error("nothing is asked")),
});
const connection = connectionNamed("searxng");

test.each([
  ["http://10.0.0.5:8080", false, { is_kept: false, asks_for_own_network: true }],
  ["http://169.254.169.254", false, { is_kept: false, asks_for_own_network: false }],
  ["http://169.254.169.254", true, { is_kept: false, asks_for_own_network: false }],
])("%s, confirmed: %s, is not connected", async (address, isOwnNetwork, outcome) => {
  if (!connection) throw new Error("there is no such connection");
  // An address that is refused is neither asked nor kept, so nothing else is used.
  const services = { guard } as Services;
  const values = { SEARXNG_URL: address };
  const answer = await connectService(services, { connection, account: "", values, isOwnNetwork });
  expect(answer).toMatchObject(outcome);
});
