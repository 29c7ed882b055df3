import { localDate } from '@lodging/kernel';
import type { BlockKind } from './own-block.ts';
import type { BlockedDays } from './count-blocked-nights.ts';
import { dayNumber } from '../time/day-number.ts';
import type { DayRange } from '../time/range-by-day.ts';
import type { ResourceAxis, Span } from '../time/stay.ts';
import { daysOfSpan } from '../units/unit-reasons.ts';

export interface ResourceCapacity extends ResourceAxis {
  readonly currency: string;
  /** Null for a generic resource. */
  readonly roomType: { readonly id: string; readonly name: string } | null;
  /** From the local date of this moment on it has the capacity of its stays alone. */
  readonly archivedAt: Temporal.Instant | null;
  readonly units: number;
  readonly blocks: readonly (Span & { readonly units: number; readonly kind: BlockKind | 'external' })[];
  /** Of an archived one: those that end later. */
  readonly stays: readonly (Span & { readonly units: number })[];
}

/** The days before the local date on which the resource was archived. */
export function daysOnSale({ archivedAt, timezone }: ResourceCapacity, { first, end }: DayRange): DayRange {
  if (archivedAt === null) return { first, end };
  const archivedOn = dayNumber(localDate(archivedAt, timezone).toString());
  return { first, end: Math.max(first, Math.min(end, archivedOn)) };
}

export function daysOf(resource: ResourceCapacity, spans: ResourceCapacity['stays']): BlockedDays[] {
  return spans.map((span) => ({ ...daysOfSpan(resource, span), units: span.units }));
}

/** The units of each day that are neither out of order nor taken by an imported block; of an archived one, those of its stays. */
export function availableUnitsByDay(resource: ResourceCapacity, days: DayRange): number[] {
  const onSale = daysOnSale(resource, days);
  const blocks = resource.blocks.filter(({ kind }) => kind === 'out_of_order' || kind === 'external');
  const blocked = unitsByDay(daysOf(resource, blocks), days);
  const stays = unitsByDay(daysOf(resource, resource.stays), days);
  return blocked.map((units, index) =>
    days.first + index < onSale.end
      ? Math.max(0, resource.units - units)
      : Math.min(resource.units, stays[index] ?? 0),
  );
}

/** In one pass over the spans, however long they are. */
function unitsByDay(spans: readonly BlockedDays[], days: DayRange): number[] {
  const changes = new Float64Array(days.end - days.first + 1);
  for (const span of spans) {
    const first = Math.max(span.first, days.first) - days.first;
    const end = Math.min(span.end, days.end) - days.first;
    if (first >= end) continue;
    changes[first] = (changes[first] ?? 0) + span.units;
    changes[end] = (changes[end] ?? 0) - span.units;
  }
  let inUse = 0;
  return Array.from({ length: days.end - days.first }, (_, index) => (inUse += changes[index] ?? 0));
}
