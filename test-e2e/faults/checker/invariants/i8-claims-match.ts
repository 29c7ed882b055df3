import { allBookings, nightsOf } from '../evidence.ts';
import type { ClaimRow, ReservationRow } from '../end-state.ts';
import type { Evidence, Invariant } from '../evidence.ts';

const LIVE = ['held', 'confirmed', 'checked_in'];
const MAY_HAVE = [...LIVE, 'checked_out'];

/** At the end every claim has its live reservation and every live reservation its claim; the calendar shows the same. */
export const claimsMatch: Invariant = {
  name: 'I8',
  promise: 'Units are claimed exactly by the reservations that are alive, and by the blocks that there are.',
  check: (evidence) => [...claims(evidence), ...blocks(evidence), ...calendars(evidence)],
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
        return claim === undefined || !claimsOf(claim, stay);
      })
      .map(({ id, state }) => `${id} is ${state} without a claim of its units`),
    ...[...stays.values()]
      .filter(
        ({ state, id }) => ['confirmed', 'checked_in'].includes(state) && claimed.get(id)?.state === 'held',
      )
      .map(({ id, state }) => `${id} is ${state}, but its claim still ends by itself`),
  ];
}

/** The units and nights of the stay: claims are in days of the calendar, and all resources are in UTC. */
function claimsOf(claim: ClaimRow, stay: ReservationRow): boolean {
  const dayOf = (time: string): string => time.slice(0, 10);
  return (
    claim.units === stay.quantity &&
    claim.resource_id === stay.resource_id &&
    dayOf(claim.starts_at) === dayOf(stay.starts_at) &&
    dayOf(claim.ends_at) === dayOf(stay.ends_at)
  );
}

/** The claims of a block have its units over all of its time: parts of it that follow one another. */
function blocks({ state: { database } }: Evidence): string[] {
  const claimed = Map.groupBy(database.claims, ({ block_id: id }) => id ?? '');
  claimed.delete('');
  const known = new Set(database.blocks.map(({ id }) => id));
  return [
    ...[...claimed.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `the claims of the block ${id} are left, which was deleted`),
    ...database.blocks
      .filter((block) => {
        const parts = (claimed.get(block.id) ?? []).toSorted(
          (one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at),
        );
        let until = block.starts_at;
        for (const part of parts) {
          if (
            part.starts_at !== until ||
            part.units !== block.units ||
            part.resource_id !== block.resource_id
          )
            return true;
          until = part.ends_at;
        }
        return until !== block.ends_at;
      })
      .map(({ id }) => `the block ${id} has other claims than its units`),
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
