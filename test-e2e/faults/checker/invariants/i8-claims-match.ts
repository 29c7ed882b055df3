import { allBookings, nightsOf } from '../evidence.ts';
import type { Evidence, Invariant } from '../evidence.ts';

const LIVE = ['held', 'confirmed', 'checked_in'];
const MAY_HAVE = [...LIVE, 'checked_out'];

/** At the end every claim has its live reservation and every live reservation its claim; the calendar shows the same. */
export const claimsMatch: Invariant = {
  name: 'I8',
  promise: 'Units are claimed exactly by the reservations that are alive.',
  check: (evidence) => [...claims(evidence), ...calendars(evidence)],
};

function claims({ state: { database } }: Evidence): string[] {
  const stays = new Map(database.reservations.map((row) => [row.id, row]));
  const claimed = new Map(
    database.claims.filter(({ kind }) => kind === 'reservation').map((claim) => [claim.claim_id, claim]),
  );
  return [
    ...[...claimed.keys()]
      .filter((id) => !MAY_HAVE.includes(stays.get(id)?.state ?? ''))
      .map((id) => `the claim of ${id} is left, which is ${stays.get(id)?.state ?? 'unknown'}`),
    ...[...stays.values()]
      .filter(({ state }) => LIVE.includes(state))
      .filter((stay) => {
        const claim = claimed.get(stay.id);
        return claim?.units !== stay.quantity || claim.resource_id !== stay.resource_id;
      })
      .map(({ id, state }) => `${id} is ${state} without a claim of its units`),
    ...[...stays.values()]
      .filter(
        ({ state, id }) => ['confirmed', 'checked_in'].includes(state) && claimed.get(id)?.state === 'held',
      )
      .map(({ id, state }) => `${id} is ${state}, but its claim still ends by itself`),
  ];
}

function calendars(evidence: Evidence): string[] {
  const bookings = allBookings(evidence);
  return evidence.history.tenants.flatMap(({ id: tenantId, resources }) =>
    resources.flatMap(({ id, units }) =>
      (evidence.state.tenants[tenantId]?.calendars[id] ?? []).flatMap(({ date, reasons }) => {
        const here = bookings.filter(
          (booking) => booking.resourceId === id && nightsOf(booking).includes(date),
        );
        const count = (states: readonly string[]): number =>
          here.filter(({ state }) => states.includes(state)).reduce((sum, { quantity }) => sum + quantity, 0);
        const isReserved = reasons.includes('reserved');
        if (!isReserved && count(LIVE) >= units) return [`${id} shows the sold night ${date} as free`];
        if (isReserved && count(MAY_HAVE) === 0) return [`${id} shows the free night ${date} as sold`];
        return [];
      }),
    ),
  );
}
