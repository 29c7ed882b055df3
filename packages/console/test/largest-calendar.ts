import { addDays } from '@lodging/format';
import { ok } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { stayEntry } from './fake-calendar.ts';
import type { FakeCalendar } from './fake-calendar.ts';
import { booking, ids, RESOURCES } from './records.ts';

const RESOURCE_COUNT = 500;
const STAYS_EACH = 20;

/** Twenty stays of three nights in each of five hundred resources of two units. */
function entriesOf(resource: number): object[] {
  const made = booking({ nights: 3 });
  return Array.from({ length: STAYS_EACH }, (_, at) => {
    const from = addDays('2027-06-10', Math.floor(at / 2) * 6 + (resource % 3));
    const to = addDays(from, 3);
    return {
      ...stayEntry(made),
      id: ids.booking(resource * 100 + at),
      from,
      to,
      startsAt: `${from}T13:00:00.000Z`,
      endsAt: `${to}T09:00:00.000Z`,
    };
  });
}

export function largestCalendar(calendar: FakeCalendar, api: FakeApi): void {
  const [first] = RESOURCES;
  if (first === undefined) throw new Error('there is no resource');
  calendar.resources = Array.from({ length: RESOURCE_COUNT }, (_, at) => ({
    ...first,
    id: ids.resource(at + 1),
    name: `Room ${at + 1}`,
    units: 2,
  }));
  api.on('GET /v1/occupancy', ({ query }) => {
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    const resources = (query.get('resourceIds') ?? '').split(',').map((resourceId) => ({
      resourceId,
      units: 2,
      entries: entriesOf(Number(resourceId.slice(-12))).filter(
        (entry) => (entry as { from: string }).from < to && (entry as { to: string }).to > from,
      ),
    }));
    return ok({ from, to, asOf: '2027-06-10T08:00:00.000Z', resources, nextCursor: null });
  });
}
