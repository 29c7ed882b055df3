import { LODGING_KINDS } from '../api/lodging-kinds.ts';
import type { Calendar, CalendarDay, Resource, ResourcePage } from '../api/records.ts';

/** Each is a request for every two months. */
const MOST_CALENDARS = 8;

export interface Sources {
  readonly ids: readonly string[];
  /** Every place to stay is among them, so that a day without a free one is sold out. */
  readonly isWhole: boolean;
}

/** Of many places one of each room type: as a rule they have one price. */
export function sourcesOf({ resources, nextCursor }: ResourcePage): Sources {
  const lodging = resources.filter(({ kind }) => LODGING_KINDS.some((one) => one === kind));
  const ids = (found: readonly Resource[]): string[] => found.map(({ id }) => id);
  if (nextCursor === null && lodging.length <= MOST_CALENDARS) return { ids: ids(lodging), isWhole: true };
  const byType = new Map(lodging.map((resource) => [resource.roomType?.id ?? resource.id, resource]));
  return { ids: ids([...byType.values()].slice(0, MOST_CALENDARS)), isWhole: false };
}

/** Of each night what the most willing place offers, in the currency of the first. */
export function mergeCalendars(calendars: readonly Calendar[]): CalendarDay[] {
  const days = new Map<string, CalendarDay>();
  for (const calendar of calendars) {
    if (calendar.currency !== calendars[0]?.currency) continue;
    for (const day of calendar.days) days.set(day.date, best(days.get(day.date), day));
  }
  return [...days.values()];
}

function best(one: CalendarDay | undefined, other: CalendarDay): CalendarDay {
  if (one === undefined || one.status === 'unavailable') return other;
  if (other.status === 'unavailable') return one;
  const [a, b] = [one.restrictions, other.restrictions];
  return {
    ...one,
    priceHintMinorUnits: lowest(one.priceHintMinorUnits, other.priceHintMinorUnits),
    restrictions: {
      ...a,
      closedToArrival: a.closedToArrival && b.closedToArrival,
      minStayNights: Math.min(a.minStayNights ?? 1, b.minStayNights ?? 1),
    },
  };
}

function lowest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return BigInt(one) <= BigInt(other) ? one : other;
}
