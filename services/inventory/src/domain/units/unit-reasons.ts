import { localDate } from '@lodging/kernel';
import { DAY_MS, dayNumber, isoDate } from '../time/day-number.ts';
import type { TakenUnits } from './peak-units.ts';
import type { DayRange } from '../time/range-by-day.ts';
import { isGeneric } from '../time/resource-kind.ts';
import type { ResourceAxis, ResourceUnits, Span } from '../time/stay.ts';

export type UnitReason = 'reserved' | 'external_block';

type Reasons = readonly UnitReason[];
const NONE: Reasons = [];
const RESERVED: Reasons = ['reserved'];
const BLOCKED: Reasons = ['external_block'];
const BOTH: Reasons = ['reserved', 'external_block'];

/** For each day why no unit is free; empty where one is. */
export function unitReasonsByDay(
  resource: ResourceUnits,
  taken: readonly TakenUnits[],
  days: DayRange,
): Reasons[] {
  return isGeneric(resource)
    ? reasonsByLocalDay(resource, taken, days)
    : reasonsByNight(resource, taken, days);
}

/** Of lodging: for each night how many units are free. */
export function freeUnitsByNight(
  resource: ResourceUnits,
  taken: readonly TakenUnits[],
  days: DayRange,
): number[] {
  const changes = new Float64Array(days.end - days.first + 1);
  for (const claim of taken) {
    const covered = daysOfSpan(resource, claim);
    const first = Math.max(covered.first, days.first) - days.first;
    const end = Math.min(covered.end, days.end) - days.first;
    if (first >= end) continue;
    changes[first] = (changes[first] ?? 0) + claim.units;
    changes[end] = (changes[end] ?? 0) - claim.units;
  }
  let inUse = 0;
  return Array.from({ length: days.end - days.first }, (_, index) => {
    inUse += changes[index] ?? 0;
    return Math.max(0, resource.units - inUse);
  });
}

/** Claims on lodging begin and end at 00:00Z of their dates, so each covers whole days of the axis. */
function reasonsByNight(resource: ResourceUnits, taken: readonly TakenUnits[], days: DayRange): Reasons[] {
  const length = days.end - days.first;
  // The change of the taken units from one day to the next.
  const changes = { reservation: new Float64Array(length + 1), external_block: new Float64Array(length + 1) };
  for (const claim of taken) {
    const covered = daysOfSpan(resource, claim);
    const first = Math.max(covered.first, days.first) - days.first;
    const end = Math.min(covered.end, days.end) - days.first;
    if (first >= end) continue;
    const ofKind = changes[claim.kind];
    ofKind[first] = (ofKind[first] ?? 0) + claim.units;
    ofKind[end] = (ofKind[end] ?? 0) - claim.units;
  }
  let [reserved, blocked] = [0, 0];
  return Array.from({ length }, (_, index) => {
    reserved += changes.reservation[index] ?? 0;
    blocked += changes.external_block[index] ?? 0;
    return reserved + blocked < resource.units ? NONE : reasonsOf(reserved > 0, blocked > 0);
  });
}

/** The days that a span covers: the nights of lodging, the local days that a generic span touches. */
export function daysOfSpan({ kind, timezone }: ResourceAxis, { start, end }: Span): DayRange {
  return isGeneric({ kind })
    ? { first: dayOf(start, timezone), end: dayOf(end - 1, timezone) + 1 }
    : { first: Math.floor(start / DAY_MS), end: Math.ceil(end / DAY_MS) };
}

/** A local day of a generic resource has a reason only where every unit is taken at each of its moments. */
function reasonsByLocalDay(resource: ResourceUnits, taken: readonly TakenUnits[], days: DayRange): Reasons[] {
  const claimsByDay = groupByDay(resource, taken, days);
  return Array.from({ length: days.end - days.first }, (_, index) => {
    const day = days.first + index;
    const claims = claimsByDay.get(day);
    if (claims === undefined) return NONE;
    const span = { start: startOfDay(day, resource.timezone), end: startOfDay(day + 1, resource.timezone) };
    if (!isFullThroughout(claims, span, resource.units)) return NONE;
    return reasonsOf(
      claims.some(({ kind }) => kind === 'reservation'),
      claims.some(({ kind }) => kind === 'external_block'),
    );
  });
}

function groupByDay(
  resource: ResourceAxis,
  taken: readonly TakenUnits[],
  days: DayRange,
): Map<number, TakenUnits[]> {
  const byDay = new Map<number, TakenUnits[]>();
  for (const claim of taken) {
    const { first, end } = daysOfSpan(resource, claim);
    for (let day = Math.max(first, days.first); day < Math.min(end, days.end); day += 1) {
      const claims = byDay.get(day);
      if (claims === undefined) byDay.set(day, [claim]);
      else claims.push(claim);
    }
  }
  return byDay;
}

function isFullThroughout(taken: readonly TakenUnits[], span: Span, units: number): boolean {
  const changes = taken
    .flatMap((claim) => [
      { at: Math.max(claim.start, span.start), by: claim.units },
      { at: Math.min(claim.end, span.end), by: -claim.units },
    ])
    .toSorted((one, other) => one.at - other.at);
  let [used, since] = [0, span.start];
  for (const { at, by } of changes) {
    if (at > since && used < units) return false;
    used += by;
    since = at;
  }
  return since === span.end;
}

/** The begin of each of the days, and the end of the last one, on the axis of the resource. */
export function boundsOfDays({ kind, timezone }: ResourceAxis, { first, end }: DayRange): number[] {
  return Array.from({ length: end - first + 1 }, (_, index) =>
    isGeneric({ kind }) ? startOfDay(first + index, timezone) : (first + index) * DAY_MS,
  );
}

function dayOf(epochMilliseconds: number, timezone: string): number {
  return dayNumber(localDate(Temporal.Instant.fromEpochMilliseconds(epochMilliseconds), timezone).toString());
}

function startOfDay(day: number, timezone: string): number {
  return Temporal.PlainDate.from(isoDate(day)).toZonedDateTime(timezone).epochMilliseconds;
}

function reasonsOf(reserved: boolean, blocked: boolean): Reasons {
  if (reserved && blocked) return BOTH;
  if (reserved) return RESERVED;
  return blocked ? BLOCKED : NONE;
}
