import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { dayNumber } from '../../domain/time/day-number.ts';
import type { DateRange, DayRange } from '../../domain/time/range-by-day.ts';
import { availableUnitsByDay } from '../../domain/blocks/resource-capacity.ts';
import type { ResourceCapacity } from '../../domain/blocks/resource-capacity.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

export interface SummarizeDailyCapacity extends DateRange {
  readonly byRoomType: boolean;
  /** Groups times days of an answer. */
  readonly most: number;
}

export interface DailyCapacity {
  readonly currency: string;
  readonly roomType: ResourceCapacity['roomType'];
  readonly availableUnits: readonly number[];
}

/** Units that can be sold on each day, by currency, or by currency and room type; `to` is exclusive. */
export async function summarizeDailyCapacity(
  { capacity }: Pick<InventoryDeps, 'capacity'>,
  { tenantId }: RequestContext,
  { from, to, byRoomType, most }: SummarizeDailyCapacity,
): Promise<Result<DailyCapacity[], Refusal<'range_too_large'>>> {
  const days = { first: dayNumber(from), end: Math.max(dayNumber(from), dayNumber(to)) };
  const groups = Map.groupBy(await capacity.list(tenantId, days), ({ currency, roomType }) =>
    byRoomType ? `${currency} ${roomType?.id ?? ''}` : currency,
  );
  const length = days.end - days.first;
  if (groups.size * length > most)
    return refuse('range_too_large', `The groups have together more than ${most} days; request fewer dates.`);
  const sums = [...groups.values()].map((resources) => sumOf(resources, days));
  return ok(sums.map((sum) => (byRoomType ? sum : { ...sum, roomType: null })));
}

function sumOf(resources: readonly ResourceCapacity[], days: DayRange): DailyCapacity {
  const [first] = resources;
  if (first === undefined) throw new Error('a group of resources cannot be empty');
  const availableUnits = Array.from({ length: days.end - days.first }, () => 0);
  for (const resource of resources)
    for (const [index, units] of availableUnitsByDay(resource, days).entries())
      availableUnits[index] = (availableUnits[index] ?? 0) + units;
  return { currency: first.currency, roomType: first.roomType, availableUnits };
}
