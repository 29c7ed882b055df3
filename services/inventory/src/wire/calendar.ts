import type * as contract from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { CalendarDay } from '../domain/calendar/calendar.ts';
import { isGeneric } from '../domain/time/resource-kind.ts';
import type { ResourceKind } from '../domain/time/resource-kind.ts';
import type { Occupancy, OccupancyEntry } from '../ports/stays.ts';
import type { Calendar } from '../use-cases/calendar/read-calendar.ts';
import type { DailyCapacity } from '../use-cases/units/summarize-daily-capacity.ts';

/** The ETag is a hash of this object's JSON, so the order of its fields is part of it. */
export function calendarToWire(
  { resourceId, from, to }: RequestOf<typeof contract.readCalendar>,
  { currency, days }: Calendar,
): contract.Calendar {
  return { resourceId, from, to, currency, days: days.map(dayToWire) };
}

function dayToWire({ date, status, reasons, priceHintMinorUnits: hint, restrictions }: CalendarDay) {
  const { closedToArrival, closedToDeparture, maxStayNights, minStayNights, stopSell } = restrictions;
  return {
    date,
    status,
    reasons: [...reasons],
    priceHintMinorUnits: hint === null ? null : String(hint),
    restrictions: { closedToArrival, closedToDeparture, maxStayNights, minStayNights, stopSell },
  };
}

export function dailyCapacityToWire(capacity: readonly DailyCapacity[]) {
  return {
    capacity: capacity.map(({ currency, roomType, availableUnits }) => ({
      currency,
      roomTypeId: roomType?.id ?? null,
      roomTypeName: roomType?.name ?? null,
      availableUnits: [...availableUnits],
    })),
  };
}

export function occupancyToWire({ resource, entries }: Occupancy) {
  return { resource, entries: entries.map((entry) => entryToWire(resource, entry)) };
}

function entryToWire(
  resource: { readonly kind: ResourceKind },
  { id, kind, start, end, changedAt, sequence }: OccupancyEntry,
) {
  const [from, to] = [axisText(start), axisText(end)];
  const generic = isGeneric(resource);
  return {
    id,
    kind,
    dates: generic ? null : { from: dateOf(from), to: dateOf(to) },
    instants: generic ? { from, to } : null,
    changedAt: instantText(changedAt),
    sequence,
  };
}

function axisText(epochMilliseconds: number): string {
  return instantText(Temporal.Instant.fromEpochMilliseconds(epochMilliseconds));
}

/** A date on the axis of a lodging resource begins at 00:00Z. */
function dateOf(text: string): string {
  return text.slice(0, text.indexOf('T'));
}
