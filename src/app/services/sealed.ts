/** A Worker's services as requests carry them: only services of a named group can be reached. */
import type { Group, ServicesOf } from "./group.ts";

/** Contents of each seal: out of reach of whoever holds one, also at run time. */
const contents = new WeakMap<SealedServices, object>();

export class SealedServices {
  constructor(all: object) {
    contents.set(this, all);
  }

  /** The services of these groups alone. */
  static open<Groups extends readonly Group<object>[]>(
    sealed: SealedServices,
    groups: Groups,
  ): ServicesOf<Groups> {
    return pick(contents.get(sealed) ?? {}, groups);
  }
}

/** Picks the services of these groups out of all. */
export function pick<Groups extends readonly Group<object>[]>(
  all: object,
  groups: Groups,
): ServicesOf<Groups> {
  const names = groups.flatMap((each) => each.names);
  return Object.fromEntries(names.map((name) => [name, all[name as keyof typeof all]])) as ServicesOf<Groups>;
}

/** A request's context, as far as services are concerned. */
interface Carrier {
  get(name: "services"): SealedServices;
}

/** Reads the services of these groups from a request. They are picked once for each Worker. */
export function serviceReader<const Groups extends readonly Group<object>[]>(
  ...groups: Groups
): (context: Carrier) => ServicesOf<Groups> {
  const picked = new WeakMap<SealedServices, ServicesOf<Groups> & object>();
  return (context) => {
    const sealed = context.get("services");
    const known = picked.get(sealed);
    if (known) return known;
    const services = SealedServices.open(sealed, groups);
    picked.set(sealed, services as ServicesOf<Groups> & object);
    return services;
  };
}
