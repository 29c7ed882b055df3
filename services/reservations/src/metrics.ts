import type { Result } from '@lodging/kernel';
import { counter, eachOf, histogram, observableGauge } from '@lodging/kit-runtime';
import type { Reservation } from './domain/stay/reservation.ts';
import type { StateChange } from './domain/stay/transitions.ts';

export const quotesCreated = counter({
  name: 'lodging.quotes.created',
  unit: '{quote}',
  description: 'Quotes signed.',
  begins: [{}],
});
const holdsCreated = counter({
  name: 'lodging.holds.created',
  unit: '{hold}',
  description:
    'Reservations that became held: holds of guests, and bookings of operators that await a payment.',
  begins: [{}],
});
const holdsConfirmed = counter({
  name: 'lodging.holds.confirmed',
  unit: '{hold}',
  description: 'Holds that became confirmed stays.',
  begins: [{}],
});
const holdsExpired = counter({
  name: 'lodging.holds.expired',
  unit: '{hold}',
  description: 'Holds that expired without a payment.',
  begins: [{}],
});
const holdsCancelled = counter({
  name: 'lodging.holds.cancelled',
  unit: '{hold}',
  description: 'Holds that were cancelled.',
  begins: [{}],
});
const timeToConfirm = histogram({
  name: 'lodging.holds.time_to_confirm',
  unit: 's',
  description: 'Time from the hold to its confirmation.',
  buckets: [1, 5, 15, 30, 60, 120, 300, 600, 900, 1800],
});
const staysConfirmed = counter({
  name: 'lodging.stays.confirmed',
  unit: '{stay}',
  description: 'Stays confirmed, from holds and from bookings paid offline.',
  begins: [{}],
});
const staysCancelled = counter({
  name: 'lodging.stays.cancelled',
  unit: '{stay}',
  description: 'Confirmed stays that were cancelled.',
  begins: [{}],
});
export const latePayments = counter({
  name: 'lodging.payments.late',
  unit: '{payment}',
  description: 'Payments that succeeded after the end of their hold, by outcome: confirmed or refunded.',
  begins: eachOf('lodging.outcome', ['confirmed', 'refunded']),
});
export const refundsOwed = observableGauge({
  name: 'lodging.refunds.owed',
  unit: '{refund}',
  description: 'Refunds that are decided and that payments has not recorded yet.',
});
export const oldestOwedRefund = observableGauge({
  name: 'lodging.refunds.oldest_owed_age',
  unit: 's',
  description: 'Age of the oldest refund that payments has not recorded yet; 0 where there is none.',
});
export const codesSent = counter({
  name: 'lodging.guest_codes.sent',
  unit: '{code}',
  description: 'One-time codes mailed.',
  begins: [{}],
});
export const codesFailed = counter({
  name: 'lodging.guest_codes.failed',
  unit: '{code}',
  description: 'Codes that could not be mailed, and verifications that failed.',
  begins: eachOf('lodging.reason', ['mail', 'bad_code', 'code_expired']),
});
const codesLocked = counter({
  name: 'lodging.guest_codes.locked',
  unit: '{try}',
  description: 'Verifications of a locked code, and requests beyond the rate limit of codes.',
  begins: eachOf('lodging.reason', ['locked', 'too_many']),
});
export const limitedKeys = counter({
  name: 'lodging.publishable_keys.limited',
  unit: '{request}',
  description:
    'Holds and codes refused because all client networks of a publishable key together had reached its limit.',
  begins: eachOf('lodging.reason', ['holds', 'codes']),
});
export const repaired = counter({
  name: 'lodging.reservations.repaired',
  unit: '{reservation}',
  description: 'Pending reservations that a crash abandoned and the sweeper released.',
  begins: [{}],
});

/** Call after the commit of the change. */
export function countStateChange(before: Reservation, { next, events }: StateChange): void {
  for (const { verb } of events) {
    if (verb === 'created' && next.state === 'held') holdsCreated.add(1);
    if (verb === 'confirmed') countConfirmation(before, next);
    if (verb === 'expired') holdsExpired.add(1);
    if (verb === 'cancelled' && before.state === 'held') holdsCancelled.add(1);
    if (verb === 'cancelled' && before.state === 'confirmed') staysCancelled.add(1);
  }
}

function countConfirmation(before: Reservation, next: Reservation): void {
  staysConfirmed.add(1);
  if (before.state !== 'held' && before.state !== 'expired') return;
  holdsConfirmed.add(1);
  timeToConfirm.record(before.createdAt.until(next.updatedAt).total('seconds'));
  const isLate = Temporal.Instant.compare(before.holdExpiresAt, next.updatedAt) <= 0;
  if (isLate) latePayments.add(1, { 'lodging.outcome': 'confirmed' });
}

/** Failed verifications and locked codes: their rate shows guessing. */
export function countCodeRefusal(result: Result<unknown>): void {
  switch (result.ok ? undefined : result.refusal.code) {
    case 'bad_code':
      return codesFailed.add(1, { 'lodging.reason': 'bad_code' });
    case 'expired':
      return codesFailed.add(1, { 'lodging.reason': 'code_expired' });
    case 'exhausted_attempts':
      return codesLocked.add(1, { 'lodging.reason': 'locked' });
    case 'rate_limited':
      return codesLocked.add(1, { 'lodging.reason': 'too_many' });
  }
}
