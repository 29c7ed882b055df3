import { createHash } from 'node:crypto';
import type { StayWindow } from '@lodging/kernel';
import type { Database } from '@lodging/kit-postgres';
import type { Days } from '../domain/paint-days.ts';
import { widestSpan } from '../domain/stay.ts';
import type { Span } from '../domain/stay.ts';
import type { Calendars } from '../use-cases/ports.ts';
import { look, ownRates, readOwnRates, readTakenText, version } from './calendar-statements.ts';
import type { LookRow, OwnRatesRow } from './calendar-statements.ts';
import type { ConfigCache } from './config-cache.ts';
import { readVersioned } from './versioned-read.ts';

export function createCalendarReader(db: Database, cache: ConfigCache): Calendars {
  return {
    async mark(tenantId, resourceId, window) {
      const statement = look(tenantId, resourceId, widestSpan(window));
      const [row] = await db.readInTenant<LookRow>(tenantId, statement);
      return row && markOf(row);
    },
    async find(tenantId, resourceId, window) {
      const found = await readVersioned<LookRow>(db, cache, {
        tenantId,
        resourceId,
        more: [ownRates(tenantId, resourceId, daysAround(window))],
        last: look(tenantId, resourceId, widestSpan(window)),
      });
      if (found === undefined) return undefined;
      return {
        resource: found.resource,
        taken: readTakenText(found.last.taken),
        ownRates: readOwnRates((found.more[0] ?? []) as OwnRatesRow[]),
        mark: markOf(found.last),
      };
    },
    async findRates(tenantId, resourceId, days) {
      const more = [ownRates(tenantId, resourceId, days)];
      const last = version(tenantId, resourceId);
      const found = await readVersioned(db, cache, { tenantId, resourceId, more, last });
      if (found === undefined) return undefined;
      return {
        resource: found.resource,
        ownRates: readOwnRates((found.more[0] ?? []) as OwnRatesRow[]),
      };
    },
  };
}

/**
 * Everything but the claims has the version of the configuration; the claims are looked at around the window, so that
 * the mark is the same whether or not the time zone is known. A lease that lapses leaves the text, and so ends the mark.
 */
function markOf({ config_version: of, taken }: LookRow): string {
  return `${of} ${createHash('sha256').update(taken).digest('base64url')}`;
}

/** Whatever the time zone. */
function daysAround(window: StayWindow): Days {
  const { start, end }: Span = widestSpan(window);
  return { first: Math.floor(start / DAY_MS), end: Math.ceil(end / DAY_MS) };
}

const DAY_MS = 24 * 60 * 60 * 1000;
