import { WINDOWS_ZONES } from './windows-zones.ts';

const known = new Map<string, string | null>();
/** A feed names a handful of zones; one that names thousands is not to fill the memory. */
const KNOWN_LIMIT = 1_000;

export function readZone(tzid: string | undefined): string | null {
  if (tzid === undefined || tzid === '') {
    return null;
  }
  const before = known.get(tzid);
  if (before !== undefined) {
    return before;
  }
  const zone = candidates(tzid).find(isZone) ?? null;
  if (known.size < KNOWN_LIMIT) {
    known.set(tzid, zone);
  }
  return zone;
}

/** `/freeassociation.sourceforge.net/Europe/Berlin` and `/mozilla.org/20050126_1/America/Argentina/Salta` are seen. */
function candidates(tzid: string): string[] {
  const segments = tzid.split('/').filter((segment) => segment !== '');
  const tails = [3, 2]
    .filter((length) => segments.length > length)
    .map((length) => segments.slice(-length).join('/'));
  const windows = WINDOWS_ZONES.get(tzid.toLowerCase());
  return [...(windows === undefined ? [] : [windows]), tzid, ...tails];
}

function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return /^[A-Za-z+-]/.test(name);
  } catch {
    return false;
  }
}
