import { createHash } from 'node:crypto';

export interface CalendarEtags {
  /** The ETag of a calendar that was encoded before. */
  get(key: string): string | undefined;
  /** The ETag of an encoded calendar: a hash of its JSON, so that every replica computes the same one. */
  compute(key: string, calendar: unknown): string;
}

/** Remembers the ETags of the `maxEntries` most recently used calendars, by their versions. */
export function createCalendarEtags(maxEntries: number): CalendarEtags {
  // A Map keeps the order of insertion, so its first entry is the least recently used one.
  const etags = new Map<string, string>();
  const use = (key: string, etag: string): void => {
    etags.delete(key);
    etags.set(key, etag);
  };
  return {
    get(key) {
      const etag = etags.get(key);
      if (etag !== undefined) use(key, etag);
      return etag;
    },
    compute(key, calendar) {
      const etag = `"${createHash('sha256').update(JSON.stringify(calendar)).digest('base64url')}"`;
      use(key, etag);
      const [oldest] = etags.keys();
      if (etags.size > maxEntries && oldest !== undefined) etags.delete(oldest);
      return etag;
    },
  };
}

/** RFC 9110 §13.1.2: weak comparison; `*` matches any ETag. */
export function matchesEtag(etag: string, known: readonly string[]): boolean {
  return known.some((one) => one === '*' || one === etag || one === `W/${etag}`);
}
