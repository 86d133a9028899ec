/** Events from outside as a part of the Worker: hooks that people create, and what senders post to them. */

import { jsonFile } from "../../export/archive.ts";
import { createHandInJob, handInLater, lookForCutOff } from "../../hooks/cut-off.ts";
import type { HookVerbs } from "../../hooks/verbs.ts";
import type { NewJob } from "../../jobs/job.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { D1DeliveryStore } from "../../storage/d1/hooks/deliveries.ts";
import { D1HookStore } from "../../storage/d1/hooks/hooks.ts";
import { hookDeliveries, hooks } from "../../storage/d1/schema/hooks.ts";
import { OPERATOR } from "../http/authentication/authenticate.ts";
import { definePart } from "../part.ts";
import { deliveryRoutes } from "./routes/deliveries.ts";
import { hookRoutes } from "./routes/hooks.ts";
import { receiveRoutes } from "./routes/receive.ts";
import { NEEDS, type Services } from "./services.ts";

const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);

export const hooksPart = definePart<HookVerbs, typeof NEEDS>({
  name: "hooks",
  routes: [...hookRoutes, ...deliveryRoutes, ...receiveRoutes],
  owned: [hookDeliveries, hooks],
  needs: NEEDS,
  open(services) {
    const verbs = hookVerbs(services);
    const enqueueAll = (jobs: readonly NewJob[]) => services.jobs.enqueueAll(jobs);
    return {
      verbs,
      jobs: [createHandInJob(verbs)],
      mail: async (mail) => (await import("../../hooks/mail/take-mail.ts")).takeMail(verbs, mail),
      minutely: () => lookForCutOff({ ...verbs, enqueueAll }),
      async *archive({ owner }) {
        const items = (await verbs.hooks.list(owner)).map(({ owner: _owner, hint: _hint, ...hook }) => hook);
        yield jsonFile("hooks.json", { left_out: LEFT_OUT, items });
      },
    };
  },
});

const LEFT_OUT =
  "The secrets of hooks: they are encrypted and never shown. Each hook needs a new one elsewhere.";

function hookVerbs({
  env,
  sealer,
  settings,
  frontDoor,
  jobs,
  people,
  tries,
  pace,
  files,
  ids,
  now,
}: Services): HookVerbs {
  const db = openDatabase(env.DB);
  return {
    hooks: new D1HookStore(db, sealer),
    deliveries: new D1DeliveryStore(db),
    frontDoor,
    personOf: (owner) => people.standing({ ...OPERATOR, owner }),
    countOne: (name, most) => tries.take([{ name, allowance: { most, seconds: 60 } }]),
    pace,
    newId: () => ids.create("hdl"),
    now,
    random,
    files,
    // Read at each use: it may be connected in the app.
    get mail_domain() {
      return settings.EMAIL_DOMAIN?.toLowerCase();
    },
    later: async (delivery) => void (await jobs.enqueueAll([handInLater(delivery)])),
  };
}
