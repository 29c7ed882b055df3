import { localDate } from '@lodging/kernel';
import { dayNumber, isoDate } from './day-number.ts';
import type { Days } from './paint-days.ts';
import type { Taken } from './peak-units.ts';
import { isGeneric } from './resource.ts';
import type { ResourceKind } from './resource.ts';
import type { Span } from './stay.ts';

export type UnitReason = 'reserved' | 'external_block';

interface Place {
  readonly kind: ResourceKind;
  readonly timezone: string;
  readonly units: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const FREE: readonly UnitReason[] = [];

/** Empty for a day on which a unit is free. */
export function reasonsOfUnits(place: Place, taken: readonly Taken[], days: Days): (readonly UnitReason[])[] {
  return isGeneric(place) ? ofLocalDays(place, taken, days) : ofNights(place, taken, days);
}

/** Claims on lodging begin and end at 00:00Z of their dates, so that days are whole numbers of their axis. */
function ofNights(place: Place, taken: readonly Taken[], days: Days): (readonly UnitReason[])[] {
  const length = days.end - days.first;
  // How much more, or less, is taken from a day on.
  const steps = { reservation: new Float64Array(length + 1), external_block: new Float64Array(length + 1) };
  for (const claim of taken) {
    const covered = daysOfSpan(place, claim);
    const first = Math.max(covered.first, days.first) - days.first;
    const end = Math.min(covered.end, days.end) - days.first;
    if (first >= end) continue;
    const ofKind = steps[claim.kind];
    ofKind[first] = (ofKind[first] ?? 0) + claim.units;
    ofKind[end] = (ofKind[end] ?? 0) - claim.units;
  }
  let [reserved, blocked] = [0, 0];
  return Array.from({ length }, (_, index) => {
    reserved += steps.reservation[index] ?? 0;
    blocked += steps.external_block[index] ?? 0;
    return reserved + blocked < place.units ? FREE : named(reserved > 0, blocked > 0);
  });
}

/** The days that a span on the resource's axis takes: its nights, or the local days on which some of it lies. */
export function daysOfSpan({ kind, timezone }: Omit<Place, 'units'>, { start, end }: Span): Days {
  return isGeneric({ kind })
    ? { first: dayOf(start, timezone), end: dayOf(end - 1, timezone) + 1 }
    : { first: Math.floor(start / DAY_MS), end: Math.ceil(end / DAY_MS) };
}

/** By the hour: a day is gone when at each of its moments every unit is taken. */
function ofLocalDays(place: Place, taken: readonly Taken[], days: Days): (readonly UnitReason[])[] {
  const touching = new Map<number, Taken[]>();
  for (const claim of taken) {
    const { first, end } = daysOfSpan(place, claim);
    for (let day = Math.max(first, days.first); day < Math.min(end, days.end); day += 1) {
      const there = touching.get(day);
      if (there === undefined) touching.set(day, [claim]);
      else there.push(claim);
    }
  }
  return Array.from({ length: days.end - days.first }, (_, index) => {
    const day = days.first + index;
    const there = touching.get(day);
    if (there === undefined) return FREE;
    const span = { start: startOfDay(day, place.timezone), end: startOfDay(day + 1, place.timezone) };
    if (!isFullThroughout(there, span, place.units)) return FREE;
    return named(
      there.some(({ kind }) => kind === 'reservation'),
      there.some(({ kind }) => kind === 'external_block'),
    );
  });
}

function isFullThroughout(taken: readonly Taken[], span: Span, units: number): boolean {
  const changes = taken
    .flatMap((claim) => [
      { at: Math.max(claim.start, span.start), by: claim.units },
      { at: Math.min(claim.end, span.end), by: -claim.units },
    ])
    .toSorted((one, other) => one.at - other.at);
  let [level, since] = [0, span.start];
  for (const { at, by } of changes) {
    if (at > since && level < units) return false;
    level += by;
    since = at;
  }
  return since === span.end;
}

function dayOf(epochMilliseconds: number, timezone: string): number {
  return dayNumber(localDate(Temporal.Instant.fromEpochMilliseconds(epochMilliseconds), timezone).toString());
}

function startOfDay(day: number, timezone: string): number {
  return Temporal.PlainDate.from(isoDate(day)).toZonedDateTime(timezone).epochMilliseconds;
}

function named(reserved: boolean, blocked: boolean): readonly UnitReason[] {
  if (reserved && blocked) return BOTH;
  if (reserved) return RESERVED;
  return blocked ? BLOCKED : FREE;
}

const RESERVED = ['reserved'] as const;
const BLOCKED = ['external_block'] as const;
const BOTH = ['reserved', 'external_block'] as const;
