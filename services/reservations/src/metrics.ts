import type { Result } from '@lodging/kernel';
import { counter, histogram } from '@lodging/kit-runtime';
import type { Reservation } from './domain/reservation.ts';
import type { StateChange } from './domain/transitions.ts';

export const quotesCreated = counter({
  name: 'lodging.quotes.created',
  unit: '{quote}',
  description: 'Quotes that were signed.',
});
const holdsCreated = counter({
  name: 'lodging.holds.created',
  unit: '{hold}',
  description:
    "Reservations that became held, by guests and by operators' bookings that wait for their payment.",
});
const holdsConfirmed = counter({
  name: 'lodging.holds.confirmed',
  unit: '{hold}',
  description: 'Holds that became confirmed stays.',
});
const holdsExpired = counter({
  name: 'lodging.holds.expired',
  unit: '{hold}',
  description: 'Holds that nobody paid for in time.',
});
const holdsCancelled = counter({
  name: 'lodging.holds.cancelled',
  unit: '{hold}',
  description: 'Holds that were given up before their time.',
});
const timeToConfirm = histogram({
  name: 'lodging.holds.time_to_confirm',
  unit: 's',
  description: 'From the hold to its confirmation.',
  buckets: [1, 5, 15, 30, 60, 120, 300, 600, 900, 1800],
});
const staysConfirmed = counter({
  name: 'lodging.stays.confirmed',
  unit: '{stay}',
  description: 'Stays confirmed, from holds and by operators without one.',
});
const staysCancelled = counter({
  name: 'lodging.stays.cancelled',
  unit: '{stay}',
  description: 'Confirmed stays that were cancelled.',
});
export const latePayments = counter({
  name: 'lodging.payments.late',
  unit: '{payment}',
  description:
    'Money that landed after its hold had ended; confirmed where the units were still free, refunded where not.',
});
export const codesSent = counter({
  name: 'lodging.guest_codes.sent',
  unit: '{code}',
  description: 'One-time codes that were mailed.',
});
export const codesFailed = counter({
  name: 'lodging.guest_codes.failed',
  unit: '{code}',
  description: 'Codes that could not be mailed, and tries with a wrong, used or expired one.',
});
export const codesLocked = counter({
  name: 'lodging.guest_codes.locked',
  unit: '{try}',
  description:
    'Tries against a code that was locked after too many, and codes refused because too many were sent.',
});
export const repaired = counter({
  name: 'lodging.reservations.repaired',
  unit: '{reservation}',
  description: 'Reservations that a crash left half made and the sweeper undid.',
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
