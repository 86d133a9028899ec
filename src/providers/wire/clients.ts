/** SDK clients are costly to make: one for each key and address, kept. */

/** A changed key is a new client; the oldest goes when there are many. */
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
