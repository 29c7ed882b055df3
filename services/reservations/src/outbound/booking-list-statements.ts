import { widestMoments } from '../domain/booking-filter.ts';
import type { BookingFilter } from '../domain/booking-filter.ts';
import type { ListPosition } from '../use-cases/report-ports.ts';
import { reservationColumns as columns } from './reservation-row.ts';

const IN_ORDER = 'ORDER BY created_at, id LIMIT $4';

/** Every condition compares without leaking, so that row level security lets it use an index. */
export function listBookings(
  tenantId: string,
  filter: BookingFilter,
  page: { readonly after: ListPosition; readonly limit: number },
) {
  const values: unknown[] = [tenantId, page.after.createdAt, page.after.id, page.limit];
  const conditions = [
    "tenant_id = $1 AND state <> 'pending' AND (created_at, id) > ($2::timestamptz, $3::uuid)",
  ];
  const names = ['list_bookings'];
  const narrow = (name: string, condition: string, value: unknown) => {
    if (value === undefined) return;
    names.push(name);
    conditions.push(`${condition} $${values.push(value)}`);
  };
  const { endsAfter, startsBefore } = widestMoments(filter.window);
  narrow('resource', 'resource_id =', filter.resourceId);
  narrow('guest', 'guest_email =', filter.guestEmail);
  narrow('from', 'ends_at >', endsAfter);
  narrow('to', 'starts_at <', startsBefore);

  const { name, either } = seenAs(filter.state, narrow);
  const branches = either.map(
    (state) =>
      `SELECT ${columns}, statement_timestamp() AS at FROM reservations WHERE ${conditions.join(' AND ')}${state} ${IN_ORDER}`,
  );
  return { name: [...names, ...name].join('_'), text: merged(branches), values };
}

/** Each branch is read in the order of its index, and no further than the page goes. */
function merged(branches: readonly string[]): string {
  const [only = '', ...others] = branches;
  return others.length === 0 ? only : `(${branches.join(') UNION ALL (')}) ${IN_ORDER}`;
}

/** A hold past its end is expired to every reader, though its row may still say held. */
function seenAs(
  state: BookingFilter['state'],
  narrow: (name: string, condition: string, value: unknown) => void,
): { readonly name: string[]; readonly either: string[] } {
  switch (state) {
    case 'held':
      return { name: ['held'], either: [" AND state = 'held' AND hold_expires_at > statement_timestamp()"] };
    case 'expired':
      return {
        name: ['expired'],
        either: [
          " AND state = 'expired'",
          " AND state = 'held' AND hold_expires_at <= statement_timestamp()",
        ],
      };
    default:
      narrow('state', 'state =', state);
      return { name: [], either: [''] };
  }
}
