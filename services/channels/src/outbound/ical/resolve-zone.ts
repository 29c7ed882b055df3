import { parseEvent } from './parse-event.ts';

/** A feed names a handful of zones; one that names thousands is not to fill the memory. */
const CACHE_LIMIT = 1_000;
const cache = new Map<string, string | null>();

/** Names for which node-ical takes the zone of its own process, because it cannot know theirs. */
const GUESSED = /^(?:tzone:\/\/Microsoft\/|Customized Time Zone|\(no TZ description\))/;
/** Windows' own names for offsets: `UTC-02`. */
const WINDOWS_OFFSET = /^UTC(?=[+-]\d{2}$)/;

/** The IANA name, or the offset, of a TZID: one of either kind, of Windows, or at the end of a path. Null where it is unknown. */
export function resolveZone(tzid: string): string | null {
  const cached = cache.get(tzid);
  if (cached !== undefined) {
    return cached;
  }
  const zone = candidates(tzid).find(isZone) ?? null;
  if (cache.size < CACHE_LIMIT) {
    cache.set(tzid, zone);
  }
  return zone;
}

/** `/freeassociation.sourceforge.net/Europe/Berlin` and `/mozilla.org/20050126_1/America/Argentina/Salta` are seen. */
function candidates(tzid: string): string[] {
  const segments = tzid.split('/').filter((segment) => segment !== '');
  const tails = [3, 2]
    .filter((length) => segments.length > length)
    .map((length) => segments.slice(-length).join('/'));
  return [ianaNameOf(tzid), tzid.replace(WINDOWS_OFFSET, ''), ...tails];
}

/** node-ical knows the zones of Windows, but reports that only while it reads a date. */
function ianaNameOf(tzid: string): string {
  if (GUESSED.test(tzid)) {
    return '';
  }
  return parseEvent([`DTSTART;TZID="${tzid}":20000101T000000`])?.start.tz ?? '';
}

function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return /^[A-Za-z+-]/.test(name);
  } catch {
    return false;
  }
}
