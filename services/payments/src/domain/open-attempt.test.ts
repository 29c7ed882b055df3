// Guards who may open a payment, and that two callers never open two.
import { describe, expect, it } from 'vitest';
import { endAttempts, outcomeOf } from './end-attempts.ts';
import { refuseAttempt, releaseAttempt } from './give-up-attempt.ts';
import { emptyLedger } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { observeIntent } from './observe-intent.ts';
import { openAttempt } from './open-attempt.ts';
import type { OpenRequest } from './open-attempt.ts';

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z');
const request: OpenRequest = {
  kind: 'intent',
  returnTo: null,
  key: 'k1',
  keyHolder: null,
  amountMinorUnits: 12_500n,
  currency: 'EUR',
  livemode: true,
  expiresAt: NOW.add({ minutes: 15 }),
  accountId: 'acct_1',
  newPaymentId: 'p1',
  lease: { owner: 'one', until: NOW.add({ seconds: 6 }) },
  now: NOW,
};
const opening = openAttempt(emptyLedger('r1'), request).ledger;

function placed(ledger: Ledger, status: 'requires_payment_method' | 'succeeded' | 'canceled'): Ledger {
  return observeIntent(ledger, 'p1', {
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
const open = placed(opening, 'requires_payment_method');

describe('openAttempt', () => {
  it('writes the first attempt down with a provider key made of the reservation', () => {
    const { answer } = openAttempt(emptyLedger('r1'), request);
    expect(answer).toMatchObject({
      kind: 'ask-provider',
      resumed: false,
      payment: { providerKey: 'pi:r1:1' },
    });
  });

  it.each([
    ['a key of another reservation', emptyLedger('r1'), { keyHolder: 'r2' }, 'idempotency_key_conflict'],
    ['the same key with another amount', open, { amountMinorUnits: 1n }, 'idempotency_key_conflict'],
    [
      'another key with another amount',
      open,
      { key: 'k2', amountMinorUnits: 1n },
      'payment_already_initiated',
    ],
    ['a tenant without an account', emptyLedger('r1'), { accountId: null }, 'provider_not_configured'],
    ['the end of the hold', emptyLedger('r1'), { now: request.expiresAt }, 'reservation_not_holdable'],
    ['what is paid', placed(open, 'succeeded'), { key: 'k2' }, 'already_paid'],
    ['what has ended', endAttempts(open, NOW).ledger, {}, 'reservation_not_holdable'],
  ])('refuses %s', (_what, ledger, changes, code) => {
    const { answer, ledger: after } = openAttempt(ledger, { ...request, ...changes });
    expect(answer).toMatchObject({ kind: 'refused', refusal: { code } });
    expect(after).toBe(ledger);
  });

  it('lets others wait for whoever is asking the provider, and take over when his time is over', () => {
    const second = { ...request, key: 'k2', lease: { owner: 'two', until: NOW.add({ seconds: 9 }) } };
    expect(openAttempt(opening, second).answer).toEqual({ kind: 'wait' });
    const later = openAttempt(opening, { ...second, now: NOW.add({ seconds: 7 }) });
    expect(later.answer).toMatchObject({
      kind: 'ask-provider',
      resumed: true,
      payment: { id: 'p1', lease: { owner: 'two' } },
    });
    expect(later.ledger.keys.map(({ key }) => key)).toEqual(['k1', 'k2']);
  });

  it('lets the next one ask at once after an attempt was released, and by nobody but its owner', () => {
    expect(releaseAttempt(opening, 'p1', 'another').ledger).toBe(opening);
    const { ledger } = releaseAttempt(opening, 'p1', 'one');
    expect(openAttempt(ledger, request).answer).toMatchObject({ kind: 'ask-provider', resumed: true });
  });

  it('frees the key of a refused attempt and counts it', () => {
    const { ledger } = refuseAttempt(opening, 'p1');
    const next = openAttempt(ledger, { ...request, newPaymentId: 'p2' });
    expect(next.answer).toMatchObject({ payment: { id: 'p2', providerKey: 'pi:r1:2' } });
  });

  it('opens another after the provider cancelled the first; the first key still means the first', () => {
    const cancelled = placed(open, 'canceled');
    expect(openAttempt(cancelled, { ...request, key: 'k2', newPaymentId: 'p2' }).answer).toMatchObject({
      kind: 'ask-provider',
      payment: { id: 'p2' },
    });
    expect(openAttempt(cancelled, request).answer).toMatchObject({ kind: 'known', payment: { id: 'p1' } });
  });
});

describe('endAttempts', () => {
  it('asks for what is live to be cancelled, and knows the outcome where nothing is', () => {
    expect(endAttempts(open, NOW).answer).toMatchObject({ kind: 'cancel', payment: { id: 'p1' } });
    expect(endAttempts(opening, NOW).answer).toMatchObject({ kind: 'cancel' });
    expect(endAttempts(emptyLedger('r1'), NOW).answer).toEqual({ kind: 'over', outcome: 'none' });
    expect(outcomeOf(placed(open, 'canceled'))).toBe('ended');
    expect(outcomeOf(placed(open, 'succeeded'))).toBe('succeeded');
  });

  it('keeps the first end', () => {
    const first = endAttempts(open, NOW).ledger;
    expect(endAttempts(first, NOW.add({ seconds: 5 })).ledger).toBe(first);
  });
});
