import type { StayWindow } from '@lodging/kernel';
import type { Database, ReadStatement } from '@lodging/kit-postgres';
import { MAX_RATE_AGE } from '../domain/exchange-rate.ts';
import type { PublishedRate } from '../domain/exchange-rate.ts';
import { stayAt, widestSpan } from '../domain/stay.ts';
import type { Span, Stay } from '../domain/stay.ts';
import type { StayRepository } from '../ports.ts';
import type { ConfigCache } from './config-cache.ts';
import { spanBounds, timestampOf } from './span-bounds.ts';
import { findNightlyRates, findOccupancy, findRecentFxRates, readTaken } from './stay-statements.ts';
import type { NightlyRateRow, OccupancyRow } from './stay-statements.ts';
import { readVersioned } from './versioned-read.ts';

export function createStayRepository(db: Database, cache: ConfigCache): StayRepository {
  return {
    find: (tenantId, resourceId, window) => read(db, cache, { tenantId, resourceId, window, more: [] }),
    async findWithPrices(tenantId, resourceId, window, { ratePlanId, displayCurrency: currency, now }) {
      const nightly =
        ratePlanId === undefined
          ? []
          : [findNightlyRates({ tenantId, ratePlanId, ...datesOf(widestSpan(window)) })];
      const fx =
        currency === undefined
          ? []
          : [findRecentFxRates({ tenantId, resourceId, currency, ...fxRatePeriod(now) })];
      const found = await read(db, cache, { tenantId, resourceId, window, more: [...nightly, ...fx] });
      if (found === undefined) return undefined;
      const nightlyRows = (nightly.length === 0 ? [] : found.more[0]) as NightlyRateRow[];
      return {
        resource: found.resource,
        taken: found.taken,
        nightlyRates: new Map(nightlyRows.map(({ date, amount_minor_units: amount }) => [date, amount])),
        fxRates: (fx.length === 0 ? [] : found.more.at(-1)) as PublishedRate[],
      };
    },
  };
}

/** May be more dates than those of the stay. */
function datesOf({ start, end }: Span): { readonly first: string; readonly end: string } {
  return { first: timestampOf(start).slice(0, 10), end: timestampOf(end).slice(0, 10) };
}

function fxRatePeriod(now: Temporal.Instant): { readonly notBefore: string; readonly now: string } {
  return { notBefore: now.subtract(MAX_RATE_AGE).toString(), now: now.toString() };
}

interface StayRead {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly window: StayWindow;
  readonly more: readonly ReadStatement[];
}

async function read(db: Database, cache: ConfigCache, { tenantId, resourceId, window, more }: StayRead) {
  let stay: Stay | undefined;
  const found = await readVersioned<OccupancyRow>(db, cache, {
    tenantId,
    resourceId,
    more,
    last: (cached) => {
      stay = cached && stayAt(cached, window);
      return findOccupancy({ tenantId, resourceId, ...spanBounds(stay?.span ?? widestSpan(window)) });
    },
  });
  if (found === undefined) return undefined;
  const { resource } = found;
  return { ...found, stay: stay ?? stayAt(resource, window), taken: readTaken(found.last) };
}
