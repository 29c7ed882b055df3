import { allBookings, keyInAddress, observations, offlineKeys } from '../evidence.ts';
import type { Evidence, Invariant } from '../evidence.ts';

const CONFIRMED = ['confirmed', 'checked_in', 'checked_out', 'no_show'];

/**
 * What is or was confirmed has a payment that succeeded, was entered as paid, or is paid at the property; and not before the
 * guest paid.
 */
export const confirmedIsPaid: Invariant = {
  name: 'I9',
  promise: 'A confirmed stay is paid, or is due by its own terms.',
  check: (evidence) => [...atTheEnd(evidence), ...inBetween(evidence)],
};

/** Reservations that an answer called confirmed. */
function confirmed(evidence: Evidence): Set<string> {
  const events = Object.values(evidence.state.tenants).flatMap((tenant) => tenant.events);
  return new Set([
    ...allBookings(evidence)
      .filter(({ state }) => CONFIRMED.includes(state))
      .map(({ id }) => id),
    ...events
      .filter(({ type }) => type === 'reservation.confirmed')
      .map(({ data }) => String(data.object['id'])),
    ...observations(evidence.history)
      .filter(({ state }) => CONFIRMED.includes(state))
      .map(({ id }) => id),
  ]);
}

function offlineIds(evidence: Evidence): Set<string> {
  const keys = offlineKeys(evidence.history);
  return new Set(
    allBookings(evidence)
      .filter(({ guestEmail }) => keys.has(keyInAddress(guestEmail)))
      .map(({ id }) => id),
  );
}

function atTheEnd(evidence: Evidence): string[] {
  const offline = offlineIds(evidence);
  const paid = new Set(
    Object.values(evidence.state.tenants)
      .flatMap(({ intents }) => intents)
      .filter(({ status }) => status === 'succeeded')
      .map(({ reservationId }) => reservationId),
  );
  return [...confirmed(evidence)]
    .filter((id) => !offline.has(id) && !paid.has(id))
    .map((id) => `${id} was confirmed without a payment`);
}

function inBetween(evidence: Evidence): string[] {
  const offline = offlineIds(evidence);
  const firstPaid = new Map<string, number>();
  for (const { op, input, from, outcome } of evidence.history.operations) {
    if (op !== 'pay' || outcome === 'refused') continue;
    const id = String(input['id']);
    firstPaid.set(id, Math.min(firstPaid.get(id) ?? Infinity, from));
  }
  return observations(evidence.history)
    .filter(({ state, id }) => CONFIRMED.includes(state) && !offline.has(id))
    .filter(({ id, operation }) => operation.to < (firstPaid.get(id) ?? Infinity))
    .map(({ id, state }) => `${id} was ${state} before its guest paid`);
}
