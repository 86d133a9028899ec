/** Fetch without the guard: the addresses of providers are the operator's settings, not content. */
export type ServiceFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Says what to do, without the provider's own words: they may contain a part of the key. */
export function failureText(provider: string, status: number): string {
  if (status === 401 || status === 403)
    return `${provider} refused the key (${status}). The operator must check it.`;
  if (status === 429) return `${provider} is at its limit (429). Try again later.`;
  if (status === 400 || status === 422)
    return `${provider} did not accept the request (${status}). Change it and try again.`;
  return `${provider} answered ${status}. Try again later.`;
}
