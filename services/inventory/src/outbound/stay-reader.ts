import type { StayWindow } from '@lodging/kernel';
import type { Database, ReadStatement } from '@lodging/kit-postgres';
import type { Taken } from '../domain/peak-units.ts';
import type { ResourceConfig } from '../domain/resource.ts';
import { stayAt, widestSpan } from '../domain/stay.ts';
import type { Stay } from '../domain/stay.ts';
import type { Stays } from '../use-cases/ports.ts';
import type { ConfigCache } from './config-cache.ts';
import {
  configuration,
  nightlyRates,
  occupancy,
  readConfig,
  readRate,
  readTaken,
  recentRates,
} from './stay-statements.ts';
import type { ConfigRow, NightlyRow, OccupancyRow, RateRow } from './stay-statements.ts';

/** The configuration would have to change within each of so many round trips. */
const TRIES = 5;

interface Found {
  readonly resource: ResourceConfig;
  /** What the window is at the resource. */
  readonly stay: Stay;
  readonly taken: readonly Taken[];
  /** The rows of the further statements, in their order. */
  readonly more: readonly unknown[][];
}

export function createStayReader(db: Database, cache: ConfigCache): Stays {
  return {
    find: (tenantId, resourceId, window) => read(db, cache, { tenantId, resourceId, window, more: [] }),
    async findWithPrices(tenantId, resourceId, window, { ratePlanId, displayCurrency, now }) {
      const span = widestSpan(window);
      const nightly = ratePlanId === undefined ? [] : [nightlyRates(tenantId, ratePlanId, span)];
      const rates =
        displayCurrency === undefined ? [] : [recentRates(tenantId, resourceId, displayCurrency, now)];
      const found = await read(db, cache, { tenantId, resourceId, window, more: [...nightly, ...rates] });
      if (found === undefined) return undefined;
      const nightlyRows = (nightly.length === 0 ? [] : found.more[0]) as NightlyRow[];
      const rateRows = (rates.length === 0 ? [] : found.more.at(-1)) as RateRow[];
      return {
        resource: found.resource,
        taken: found.taken,
        ownRates: new Map(nightlyRows.map(({ date, amount_minor_units: amount }) => [date, amount])),
        published: rateRows.map(readRate),
      };
    },
  };
}

interface Look {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly window: StayWindow;
  readonly more: readonly ReadStatement[];
}

/**
 * The occupancy comes last and brings the version with it. Where that equals the version of the configuration in hand,
 * no change was committed before it, so everything is of that moment; else the configuration is read anew.
 */
async function read(db: Database, cache: ConfigCache, look: Look): Promise<Found | undefined> {
  const { tenantId, resourceId, window, more } = look;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const kept = cache.find(tenantId, resourceId);
    const planned = kept === undefined ? undefined : stayAt(kept.config, window);
    const results = await db.readManyInTenant<unknown>(tenantId, [
      ...(kept === undefined ? [configuration(tenantId, resourceId)] : []),
      ...more,
      occupancy(tenantId, resourceId, planned?.span ?? widestSpan(window)),
    ]);
    const [first] = kept === undefined ? ((results.shift() ?? []) as ConfigRow[]) : [];
    const rows = (results.pop() ?? []) as OccupancyRow[];
    const version = rows[0]?.config_version;
    if (version === undefined) {
      cache.forget(tenantId, resourceId);
      return undefined;
    }
    const current = kept ?? (first && readConfig(first));
    if (current?.version === version) {
      if (kept === undefined) cache.keep(tenantId, current);
      const stay = planned ?? stayAt(current.config, window);
      return { resource: current.config, stay, taken: readTaken(rows), more: results };
    }
    cache.forget(tenantId, resourceId);
  }
  throw new Error(`the configuration of resource ${resourceId} changed ${TRIES} times while it was read`);
}
