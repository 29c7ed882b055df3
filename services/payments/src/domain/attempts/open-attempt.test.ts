import { describe, expect, it } from 'vitest';
import { endLedger, endOutcome, refuseAttempt, releaseAttempt } from './close-attempt.ts';
import { emptyLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { applyIntent } from './apply-intent.ts';
import { openAttempt } from './open-attempt.ts';
import type { AttemptRequest } from './open-attempt.ts';

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z');
const request: AttemptRequest = {
  kind: 'intent',
  purpose: 'stay',
  redirectUrls: null,
  idempotencyKey: 'k1',
  keyReservationId: null,
  amountMinorUnits: 12_500n,
  currency: 'EUR',
  livemode: true,
  expiresAt: NOW.add({ minutes: 15 }),
  accountId: 'acct_1',
  newPaymentId: 'p1',
  lease: { owner: 'one', until: NOW.add({ seconds: 6 }) },
  now: NOW,
};
const creating = openAttempt(emptyLedger('r1'), request).ledger;

function created(ledger: Ledger, status: 'requires_payment_method' | 'succeeded' | 'canceled'): Ledger {
  return applyIntent(ledger, 'p1', {
    intentId: 'pi_1',
    status,
    accountId: 'acct_1',
    livemode: true,
    amountMinorUnits: 12_500n,
    receivedMinorUnits: null,
    currency: 'EUR',
    failure: null,
    asOf: NOW,
  }).ledger;
}
const open = created(creating, 'requires_payment_method');

describe('openAttempt', () => {
  it('records the first attempt with an idempotency key made of the reservation', () => {
    const { result } = openAttempt(emptyLedger('r1'), request);
    expect(result).toMatchObject({
      kind: 'call-provider',
      resumed: false,
      payment: { providerIdempotencyKey: 'pi:r1:1' },
    });
  });

  it.each([
    [
      'a key of another reservation',
      emptyLedger('r1'),
      { keyReservationId: 'r2' },
      'idempotency_key_conflict',
    ],
    ['the same key with another amount', open, { amountMinorUnits: 1n }, 'idempotency_key_conflict'],
    [
      'another key with another amount',
      open,
      { idempotencyKey: 'k2', amountMinorUnits: 1n },
      'payment_already_initiated',
    ],
    ['a tenant without an account', emptyLedger('r1'), { accountId: null }, 'provider_not_configured'],
    ['the end of the hold', emptyLedger('r1'), { now: request.expiresAt }, 'reservation_not_holdable'],
    ['a paid reservation', created(open, 'succeeded'), { idempotencyKey: 'k2' }, 'already_paid'],
    ['an ended reservation', endLedger(open, NOW).ledger, {}, 'reservation_not_holdable'],
  ])('refuses %s', (_what, ledger, changes, code) => {
    const { result, ledger: after } = openAttempt(ledger, { ...request, ...changes });
    expect(result).toMatchObject({ kind: 'refused', refusal: { code } });
    expect(after).toBe(ledger);
  });

  it('lets other callers wait for the lease holder, and take over when the lease expires', () => {
    const second = {
      ...request,
      idempotencyKey: 'k2',
      lease: { owner: 'two', until: NOW.add({ seconds: 9 }) },
    };
    expect(openAttempt(creating, second).result).toEqual({ kind: 'wait' });
    const later = openAttempt(creating, { ...second, now: NOW.add({ seconds: 7 }) });
    expect(later.result).toMatchObject({
      kind: 'call-provider',
      resumed: true,
      payment: { id: 'p1', lease: { owner: 'two' } },
    });
    expect(later.ledger.idempotencyKeys.map(({ key }) => key)).toEqual(['k1', 'k2']);
  });

  it('lets the next caller continue at once after the owner released the lease, and only the owner can', () => {
    expect(releaseAttempt(creating, 'p1', 'another').ledger).toBe(creating);
    const { ledger } = releaseAttempt(creating, 'p1', 'one');
    expect(openAttempt(ledger, request).result).toMatchObject({ kind: 'call-provider', resumed: true });
  });

  it('frees the key of a refused attempt, and counts the attempt', () => {
    const { ledger } = refuseAttempt(creating, 'p1');
    const next = openAttempt(ledger, { ...request, newPaymentId: 'p2' });
    expect(next.result).toMatchObject({ payment: { id: 'p2', providerIdempotencyKey: 'pi:r1:2' } });
  });

  it('opens another payment after the provider cancelled the first; the first key still means the first', () => {
    const cancelled = created(open, 'canceled');
    expect(
      openAttempt(cancelled, { ...request, idempotencyKey: 'k2', newPaymentId: 'p2' }).result,
    ).toMatchObject({
      kind: 'call-provider',
      payment: { id: 'p2' },
    });
    expect(openAttempt(cancelled, request).result).toMatchObject({ kind: 'existing', payment: { id: 'p1' } });
  });
});

describe('endLedger', () => {
  it('returns the live payment to cancel, or the outcome where there is none', () => {
    expect(endLedger(open, NOW).result).toMatchObject({ kind: 'cancel', payment: { id: 'p1' } });
    expect(endLedger(creating, NOW).result).toMatchObject({ kind: 'cancel' });
    expect(endLedger(emptyLedger('r1'), NOW).result).toEqual({ kind: 'done', outcome: 'none' });
    expect(endOutcome(created(open, 'canceled'))).toBe('ended');
    expect(endOutcome(created(open, 'succeeded'))).toBe('succeeded');
  });

  it('keeps the first time of the end', () => {
    const first = endLedger(open, NOW).ledger;
    expect(endLedger(first, NOW.add({ seconds: 5 })).ledger).toBe(first);
  });
});
