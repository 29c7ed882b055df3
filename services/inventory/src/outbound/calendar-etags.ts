import { createHash } from 'node:crypto';
import type { CalendarEtags } from '../use-cases/ports.ts';

/** `maxEntries` bounds what is remembered; what was forgotten is made again. */
export function createCalendarEtags(maxEntries: number): CalendarEtags {
  // A Map keeps the order of insertion, so its first entry is the one that was not used for the longest time.
  const etags = new Map<string, string>();
  const keep = (key: string, etag: string): void => {
    etags.delete(key);
    etags.set(key, etag);
  };
  return {
    find(key) {
      const etag = etags.get(key);
      if (etag !== undefined) keep(key, etag);
      return etag;
    },
    make(key, calendar) {
      const etag = `"${createHash('sha256').update(JSON.stringify(calendar)).digest('base64url')}"`;
      keep(key, etag);
      const [oldest] = etags.keys();
      if (etags.size > maxEntries && oldest !== undefined) etags.delete(oldest);
      return etag;
    },
  };
}
