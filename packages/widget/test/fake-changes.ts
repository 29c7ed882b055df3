import type { managedBooking } from './fake-managed.ts';

type Managed = ReturnType<typeof managedBooking>;

const NIGHT = 12_000;
const DAY_MS = 86_400_000;

interface Ends {
  readonly from: string;
  readonly to: string;
}

function stayOf(managed: Managed, { from, to }: Ends) {
  const { resourceId, ratePlanId } = managed.booking;
  const total = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) * NIGHT + 1_100;
  const party = { partySize: 3, quantity: 1, totalMinorUnits: String(total) };
  return { from, to, resourceId, ratePlanId, ...party };
}

const bookedEnds = ({ booking }: Managed): Ends => ({ from: booking.startsAt, to: booking.endsAt });

/** As `POST /v1/manage/change-quotes` answers: a night costs 120.00. */
export function changeQuote(managed: Managed, { due, ...ends }: Ends & { readonly due: string }) {
  const [current, proposed] = [stayOf(managed, bookedEnds(managed)), stayOf(managed, ends)];
  const difference = Number(proposed.totalMinorUnits) - Number(current.totalMinorUnits);
  const kind = difference === 0 ? 'none' : difference > 0 ? 'charge' : 'refund';
  return {
    bookingId: managed.booking.id,
    version: 2,
    expiresAt: '2027-06-01T10:15:00.000Z',
    changeToken: 'a.change.token',
    current,
    proposed: { ...proposed, bill: managed.bill, cancellation: null, schedule: managed.schedule },
    changes: ['to', 'totalMinorUnits'],
    removedMinorUnits: '0',
    retainedMinorUnits: '0',
    difference: { kind, amountMinorUnits: String(Math.abs(difference)) },
    refundMinorUnits: '0',
    dueMinorUnits: due,
  };
}

/** As `POST /v1/manage/changes` answers: a night more. */
export function changedBy(
  managed: Managed,
  {
    state,
    expiresAt,
    due,
  }: { readonly state: string; readonly expiresAt: string | null; readonly due: string },
) {
  const proposed = { ...bookedEnds(managed), to: '2027-06-13T08:00:00.000Z' };
  return {
    booking: managed.booking,
    change: {
      id: '0197a31f-1d2e-7f30-b142-435465768798',
      bookingId: managed.booking.id,
      state,
      settle: 'now',
      createdAt: '2027-06-01T10:00:00.000Z',
      expiresAt,
      changes: ['to', 'totalMinorUnits'],
      previous: stayOf(managed, bookedEnds(managed)),
      proposed: stayOf(managed, proposed),
      removedMinorUnits: '0',
      retainedMinorUnits: '0',
      refundMinorUnits: '0',
      dueMinorUnits: due,
    },
    payment: null,
    refunds: [],
  };
}

/** The booking as it is once it is changed. */
export function moveTo(managed: Managed, { to }: { readonly to: string }): void {
  managed.booking.endsAt = to;
  managed.booking.totalMinorUnits = '37100';
}
