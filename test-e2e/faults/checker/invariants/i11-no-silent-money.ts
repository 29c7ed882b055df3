import type { Booking, BookingSums, TenantState } from '../end-state.ts';
import type { Evidence, Invariant } from '../evidence.ts';

/**
 * What came in for an ended booking went back, is kept by its terms, is owed, or is shown as undecided. Undecided is only what
 * was paid for a stay without terms: money of a hold goes back, and terms decide about all of it.
 */
export const noSilentMoney: Invariant = {
  name: 'I11',
  promise: 'Every amount of an ended booking is returned, kept, owed, or shown as undecided.',
  check: ({ history, state }: Evidence) =>
    history.tenants.flatMap(({ id }) => {
      const tenant = state.tenants[id];
      return tenant === undefined ? [] : tenant.sums.flatMap((sums) => checkSums(tenant, sums));
    }),
};

function checkSums(tenant: TenantState, sums: BookingSums): string[] {
  const [collected, returned, retained, owed, undecided] = [
    sums.collectedMinorUnits,
    sums.returnedMinorUnits,
    sums.retainedMinorUnits,
    sums.owedMinorUnits,
    sums.undecidedMinorUnits,
  ].map(Number) as [number, number, number, number, number];
  const booking = tenant.bookings.find(({ id }) => id === sums.reservationId);
  const said = `${sums.reservationId} (${booking?.state ?? 'unknown'}): collected ${collected}`;
  const parts = `returned ${returned}, retained ${retained}, owed ${owed}, undecided ${undecided}`;
  const isDecided = sums.penaltyMinorUnits !== null || (booking !== undefined && isEndedHold(booking));
  return [
    ...(collected - returned - retained - owed - undecided === 0 ? [] : [`${said} is not ${parts}`]),
    ...(isDecided && undecided !== 0
      ? [`${said}, of which ${undecided} is undecided against its terms`]
      : []),
  ];
}

/** Confirmation clears the end of the hold. */
function isEndedHold({ state, holdExpiresAt }: Booking): boolean {
  return state === 'expired' || (state === 'cancelled' && holdExpiresAt !== null);
}
