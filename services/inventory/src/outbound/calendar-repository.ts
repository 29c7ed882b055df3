import { createHash } from 'node:crypto';
import type { StayWindow } from '@lodging/kernel';
import type { Database } from '@lodging/kit-postgres';
import { DAY_MS, isoDate } from '../domain/day-number.ts';
import type { DayRange } from '../domain/range-by-day.ts';
import { widestSpan } from '../domain/stay.ts';
import type { CalendarRepository } from '../ports/stays.ts';
import {
  findClaims,
  findNightlyRates,
  findVersion,
  readNightlyRates,
  readTakenText,
} from './calendar-statements.ts';
import type { ClaimsRow, NightlyRatesRow } from './calendar-statements.ts';
import type { ConfigCache } from './config-cache.ts';
import { spanBounds } from './span-bounds.ts';
import { readVersioned } from './versioned-read.ts';

export function createCalendarRepository(db: Database, cache: ConfigCache): CalendarRepository {
  return {
    async findVersion(tenantId, resourceId, window) {
      const statement = findClaims({ tenantId, resourceId, ...spanBounds(widestSpan(window)) });
      const [row] = await db.readInTenant<ClaimsRow>(tenantId, statement);
      return row && versionOf(row);
    },
    async find(tenantId, resourceId, window) {
      const found = await readVersioned<ClaimsRow>(db, cache, {
        tenantId,
        resourceId,
        more: [findNightlyRates({ tenantId, resourceId, ...datesOf(widestDays(window)) })],
        last: () => findClaims({ tenantId, resourceId, ...spanBounds(widestSpan(window)) }),
      });
      if (found === undefined) return undefined;
      const [row] = found.last;
      return {
        resource: found.resource,
        taken: readTakenText(row.taken),
        nightlyRates: readNightlyRates((found.more[0] ?? []) as NightlyRatesRow[]),
        version: versionOf(row),
      };
    },
    async findNightlyRates(tenantId, resourceId, days) {
      const found = await readVersioned(db, cache, {
        tenantId,
        resourceId,
        more: [findNightlyRates({ tenantId, resourceId, ...datesOf(days) })],
        last: () => findVersion({ tenantId, resourceId }),
      });
      if (found === undefined) return undefined;
      return {
        resource: found.resource,
        nightlyRates: readNightlyRates((found.more[0] ?? []) as NightlyRatesRow[]),
      };
    },
  };
}

/**
 * The version of the configuration and the hash of the claims. A lease that expires disappears from the claims, so no
 * version needs to expire. Claims are read for the widest span, so that the version does not depend on the time zone.
 */
function versionOf({ config_version: version, taken }: ClaimsRow): string {
  return `${version} ${createHash('sha256').update(taken).digest('base64url')}`;
}

function datesOf({ first, end }: DayRange): { readonly first: string; readonly end: string } {
  return { first: isoDate(first), end: isoDate(end) };
}

/** The days of the window in every time zone. */
function widestDays(window: StayWindow): DayRange {
  const { start, end } = widestSpan(window);
  return { first: Math.floor(start / DAY_MS), end: Math.ceil(end / DAY_MS) };
}
