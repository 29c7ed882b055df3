import { toDecimal } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { readBookings } from '../../api/queries/bookings.ts';
import { cancelledOnQuery } from '../../api/queries/events.ts';
import { resourcesQuery } from '../../api/queries/resources.ts';
import type { BookingRow, ResourceRecord } from '../../api/records.ts';
import { announce } from '../../api/messages.ts';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-write.ts';
import { amounts, csvOf } from '../../domain/csv.ts';
import type { BookingsTexts } from '../../texts/bookings/en.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { saveText } from '../../ui/save-text.ts';
import { localDate } from '../../ui/when.tsx';
import { filtersOf } from './filters.ts';
import type { BookingsSearch } from '../../app/search.ts';

const MOST_ROWS = 10_000;

type Title = {
  [Name in keyof BookingsTexts]: BookingsTexts[Name] extends string ? Name : never;
}[keyof BookingsTexts];
type Cell = (row: BookingRow, resource: ResourceRecord | undefined, timeZone: string) => string;

const COLUMNS: readonly (readonly [Title, Cell])[] = [
  ['number', ({ reference }) => reference],
  ['guest', ({ guestName }) => guestName ?? ''],
  ['email', ({ guestEmail }) => guestEmail ?? ''],
  ['resource', (_row, resource) => resource?.name ?? ''],
  ['arrival', ({ startsAt }, _resource, timeZone) => localDate(startsAt, timeZone)],
  ['departure', ({ endsAt }, _resource, timeZone) => localDate(endsAt, timeZone)],
  ['unitsColumn', ({ quantity }) => String(quantity)],
  ['state', ({ state }) => state],
  ['total', ({ totalMinorUnits, currency }) => toDecimal(totalMinorUnits, currency)],
  ['currency', ({ currency }) => currency],
  ['balance', ({ balanceState }) => balanceState ?? ''],
  ['source', ({ source }) => source],
  ['made', ({ createdAt }) => createdAt],
  ['reference', ({ externalReference }) => externalReference ?? ''],
];

export function useCsv(search: BookingsSearch) {
  const texts = useTexts();
  const client = useQueryClient();
  const { timezone } = useSession().tenant;
  const { cancelledOn } = search;
  const { run, isBusy, error } = useWrite(async () => {
    const header = COLUMNS.map(([title]) =>
      title === 'total' ? amounts(texts.bookings[title]) : texts.bookings[title],
    );
    const resources = await client.ensureQueryData(resourcesQuery);
    const ids = cancelledOn && (await client.fetchQuery(cancelledOnQuery(cancelledOn, timezone)));
    const rows: BookingRow[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await readBookings({
        ...filtersOf(search, timezone),
        limit: 100,
        ...(cursor && { cursor }),
      });
      rows.push(...page.bookings.filter(({ id }) => !ids || ids.has(id)));
      cursor = page.nextCursor;
    } while (cursor !== null && rows.length < MOST_ROWS);
    const found = new Map(resources.map((resource) => [resource.id, resource]));
    const cells = rows.slice(0, MOST_ROWS).map((row) => {
      const resource = found.get(row.resourceId);
      return COLUMNS.map(([, cell]) => cell(row, resource, resource?.timezone ?? 'UTC'));
    });
    saveText('bookings.csv', 'text/csv', csvOf(header, cells));
    if (cursor !== null) announce(texts.common.csvStopped(MOST_ROWS));
  });
  return { download: () => run(undefined), isBusy, error };
}
