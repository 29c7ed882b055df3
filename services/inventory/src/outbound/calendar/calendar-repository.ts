import { createHash } from 'node:crypto';
import type { StayWindow } from '@lodging/kernel';
import type { Database } from '@lodging/kit-postgres';
import { DAY_MS, isoDate } from '../../domain/time/day-number.ts';
import type { DayRange } from '../../domain/time/range-by-day.ts';
import { widestSpan } from '../../domain/time/stay.ts';
import { daysOfWindow } from '../../domain/calendar/calendar.ts';
import type { ResourceConfig } from '../../domain/resources/resource.ts';
import { boundsOfDays } from '../../domain/units/unit-reasons.ts';
import type { CalendarRepository, Reader } from '../../ports/stays.ts';
import {
  ALL_RATES,
  areCut,
  findClaims,
  findFullDays,
  findNightlyRates,
  findVersion,
  MOST_RATES,
  readFullDays,
  readNightlyRates,
  readTakenText,
} from './calendar-statements.ts';
import type { ClaimsRow, FullDaysRow, NightlyRatesRow } from './calendar-statements.ts';
import type { ConfigCache } from '../resources/config-cache.ts';
import { spanBounds, timestampOf } from '../units/span-bounds.ts';
import { readLarge, readVersioned } from '../stays/versioned-read.ts';
import type { VersionedRead } from '../stays/versioned-read.ts';

export function createCalendarRepository(db: Database, cache: ConfigCache): CalendarRepository {
  const read = <Row extends { config_version: bigint }>(reading: Reading, most: number, last: Last) =>
    readVersioned<Row>(db, cache, { ...reading, more: () => [ratesOf(reading, most)], last });
  return {
    async findVersion(tenantId, resourceId, window) {
      const statement = findClaims({ tenantId, resourceId, ...spanBounds(widestSpan(window)) });
      const [row] = await db.readInTenant<ClaimsRow>(tenantId, statement);
      if (row === undefined) return undefined;
      return row.taken === null ? null : versionOf(row, row.taken);
    },
    async find(reader, resourceId, window) {
      const key = { tenantId: reader.tenantId, resourceId, ...spanBounds(widestSpan(window)) };
      const reading = { ...reader, resourceId, days: widestDays(window) };
      const claims = (most: number) => read<ClaimsRow>(reading, most, () => findClaims(key));
      const found = await claims(MOST_RATES);
      if (found === undefined) return undefined;
      const [{ taken }] = found.last;
      if (taken !== null && !areCut(ratesIn(found))) return snapshotOf(found, found.last[0], taken);
      const daysOf = (resource: ResourceConfig) => boundsOfDays(resource, daysOfWindow(resource, window));
      const large = await readLarge(reader, found.resource, async (known) => {
        const all = taken === null ? undefined : await claims(ALL_RATES);
        if (all !== undefined && all.last[0].taken !== null)
          return snapshotOf(all, all.last[0], all.last[0].taken);
        const full = await read<FullDaysRow>(reading, ALL_RATES, (cached) =>
          findFullDays({ ...key, days: daysOf(cached ?? known).map(timestampOf) }),
        );
        return full && fullDaysOf(full, full.last[0], daysOf(full.resource));
      });
      return large !== undefined && 'isCut' in large ? 'too-many-claims' : large;
    },
    async findNightlyRates(reader, resourceId, days) {
      const reading = { ...reader, resourceId, days };
      const ratesAt = (most: number) =>
        read(reading, most, () => findVersion({ tenantId: reader.tenantId, resourceId }));
      const found = await ratesAt(MOST_RATES);
      if (found === undefined) return undefined;
      if (!areCut(ratesIn(found))) return pricesOf(found);
      return readLarge(reader, found.resource, async () => {
        const all = await ratesAt(ALL_RATES);
        return all && pricesOf(all);
      });
    },
  };
}

type Last = VersionedRead['last'];

interface Reading extends Reader {
  readonly resourceId: string;
  readonly days: DayRange;
}

function ratesOf({ tenantId, resourceId, days }: Reading, most: number) {
  return findNightlyRates({ tenantId, resourceId, ...datesOf(days), most });
}

interface Rows {
  readonly resource: ResourceConfig;
  readonly more: readonly unknown[][];
}

function ratesIn({ more }: Rows): NightlyRatesRow[] {
  return (more[0] ?? []) as NightlyRatesRow[];
}

function pricesOf(rows: Rows) {
  return { resource: rows.resource, nightlyRates: readNightlyRates(ratesIn(rows)) };
}

function snapshotOf(rows: Rows, row: ClaimsRow, taken: string) {
  return { ...pricesOf(rows), taken: readTakenText(taken), version: versionOf(row, taken) };
}

function fullDaysOf(rows: Rows, row: FullDaysRow, bounds: readonly number[]) {
  const { resource } = rows;
  if (row.is_cut) return { resource, isCut: true as const };
  const taken = readFullDays(row.full_days, bounds, resource.units);
  return { ...pricesOf(rows), taken, version: versionOf(row, `full days ${row.full_days}`) };
}

/**
 * The version of the configuration and the hash of the claims. A lease that expires disappears from the claims, so no
 * version needs to expire. Claims are read for the widest span, so that the version does not depend on the time zone.
 */
function versionOf({ config_version: version }: Pick<ClaimsRow, 'config_version'>, claims: string): string {
  return `${version} ${createHash('sha256').update(claims).digest('base64url')}`;
}

function datesOf({ first, end }: DayRange): { readonly first: string; readonly end: string } {
  return { first: isoDate(first), end: isoDate(end) };
}

/** The days of the window in every time zone. */
function widestDays(window: StayWindow): DayRange {
  const { start, end } = widestSpan(window);
  return { first: Math.floor(start / DAY_MS), end: Math.ceil(end / DAY_MS) };
}
