/** Mail addresses of hooks: which hook an address names, and who may write to it. */

/** Local part of an address (before the @). */
export const MAIL_NAME = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/;
export const MAIL_NAME_RULE = "small letters, digits, dots, - and _, such as invoices";

/** One address, a whole domain, or `*`: anybody whose mail is authenticated. */
export const SENDER = /^(?:\*|@[a-z0-9.-]{1,253}|[^\s@<>",;]{1,64}@[a-z0-9.-]{1,253})$/;
export const SENDER_RULE = "an address (ann@example.com), a domain (@example.com), or * for anybody";

/**
 * The hook's name in the address `to`, without the sender's own +suffix. Undefined if `to` is of another
 * domain.
 */
export function nameOf(to: string, domain: string): string | undefined {
  const at = to.lastIndexOf("@");
  if (at < 1 || to.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return undefined;
  const [name = ""] = to.slice(0, at).toLowerCase().split("+");
  return MAIL_NAME.test(name) ? name : undefined;
}

/** `address` is in lower case. */
export function mayWrite(senders: readonly string[], address: string): boolean {
  const domain = address.slice(address.lastIndexOf("@"));
  return senders.some((sender) => sender === "*" || sender === address || sender === domain);
}
