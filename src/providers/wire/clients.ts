/** Cache of SDK clients, which are costly to create: one per key and address. */

/** A changed key makes a new client; beyond this many the oldest is dropped. */
const MAX_CLIENTS = 32;

export function cachedClients<Client>(create: (key: string, base_url: string | undefined) => Client) {
  const clients = new Map<string, Client>();
  return (key: string, base_url: string | undefined): Client => {
    const name = `${base_url ?? ""}\n${key}`;
    const known = clients.get(name);
    if (known) return known;
    const client = create(key, base_url);
    const oldest = clients.keys().next();
    if (clients.size >= MAX_CLIENTS && !oldest.done) clients.delete(oldest.value);
    clients.set(name, client);
    return client;
  };
}
