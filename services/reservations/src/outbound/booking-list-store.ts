import type { Database } from '@lodging/kit-postgres';
import type { BookingLists, ListPosition } from '../use-cases/report-ports.ts';
import { listBookings } from './booking-list-statements.ts';
import { reservationFrom } from './reservation-row.ts';
import type { SightedRow } from './reservation-row.ts';

const FIRST: ListPosition = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

export function bookingListStore(db: Database): BookingLists {
  return {
    async read(tenantId, filter, { after, limit }) {
      // No list has such a position.
      if (after !== null && !isMoment(after.createdAt)) return [];
      const statement = listBookings(tenantId, filter, { after: after ?? FIRST, limit });
      const rows = await db.readInTenant<SightedRow>(tenantId, statement);
      return rows.map((row) => ({ reservation: reservationFrom(row), at: row.at }));
    },
  };
}

function isMoment(text: string): boolean {
  if (!MICROSECONDS.test(text)) return false;
  try {
    return Temporal.Instant.from(text).epochMilliseconds > 0;
  } catch {
    return false;
  }
}
