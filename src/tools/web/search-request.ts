/** A search as a request to a provider. */

export interface SearchQuery {
  query: string;
  count: number;
  freshness?: "day" | "week" | "month" | "year" | undefined;
}

export interface SearchHit {
  title: string;
  url: string;
  snippet: string;
}

export interface SearchRequest {
  provider: string;
  url: string;
  init: RequestInit;
  /** Parses the body of the provider's answer. Throws if it has another form. */
  parse(body: string): SearchHit[];
}
