export interface SentFrom {
  readonly method: string;
  /** Of the header Sec-Fetch-Site, which no page can set. */
  readonly site: string | undefined;
  readonly origin: string | undefined;
}

const CHANGES_NOTHING: readonly string[] = ['GET', 'HEAD'];

/**
 * Whether a request comes from one of our own pages. Browsers say so themselves, except over http on a host that is not this
 * machine: there the origin decides, which they send with every request that may change something.
 */
export function isOfOwnPage({ method, site, origin }: SentFrom, ownOrigins: readonly string[]): boolean {
  if (site !== undefined) return site === 'same-origin';
  if (CHANGES_NOTHING.includes(method)) return true;
  return origin !== undefined && ownOrigins.includes(origin);
}
