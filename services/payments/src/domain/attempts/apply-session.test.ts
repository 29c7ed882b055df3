import { describe, expect, it } from 'vitest';
import { sessionExpiry } from './session-expiry.ts';
import { endLedger } from './close-attempt.ts';
import { emptyLedger, findPayment } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { applyIntent } from './apply-intent.ts';
import { applySession } from './apply-session.ts';
import type { SessionSnapshot } from './apply-session.ts';
import { openAttempt } from './open-attempt.ts';

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z');
const creating = openAttempt(emptyLedger('r1'), {
  kind: 'checkout_session',
  purpose: 'stay',
  idempotencyKey: null,
  keyReservationId: null,
  amountMinorUnits: 1000n,
  currency: 'EUR',
  livemode: true,
  expiresAt: NOW.add({ minutes: 15 }),
  accountId: 'acct_1',
  redirectUrls: { successUrl: 'https://hotel.example/done', cancelUrl: 'https://hotel.example/back' },
  newPaymentId: 'p1',
  lease: { owner: 'one', until: NOW.add({ seconds: 6 }) },
  now: NOW,
}).ledger;

function withSession(
  ledger: Ledger,
  changes: Partial<SessionSnapshot> = {},
  sealedUrl: string | null = null,
) {
  const snapshot: SessionSnapshot = {
    sessionId: 'cs_1',
    status: 'open',
    intentId: null,
    accountId: 'acct_1',
    livemode: true,
    amountMinorUnits: 1000n,
    currency: 'EUR',
    asOf: NOW,
    ...changes,
  };
  return applySession(ledger, 'p1', snapshot, sealedUrl);
}

function withIntent(ledger: Ledger, status: 'succeeded' | 'requires_payment_method') {
  return applyIntent(
    ledger,
    'p1',
    {
      intentId: 'pi_1',
      status,
      accountId: 'acct_1',
      livemode: true,
      amountMinorUnits: 1000n,
      receivedMinorUnits: null,
      currency: 'EUR',
      failure: null,
      asOf: NOW,
    },
    'sealed client secret',
  );
}

const open = withSession(creating, {}, 'sealed url').ledger;
const payment = (ledger: Ledger) => findPayment(ledger, 'p1');

describe('applySession', () => {
  it('keeps the URL of the session, not the client secret of its intent', () => {
    expect(payment(open)).toMatchObject({
      state: 'requires_payment',
      providerIdempotencyKey: 'cs:r1:1',
      sessionId: 'cs_1',
      intentId: null,
      sealedSecret: 'sealed url',
    });
    expect(payment(withIntent(open, 'succeeded').ledger)).toMatchObject({
      state: 'succeeded',
      intentId: 'pi_1',
      sealedSecret: 'sealed url',
    });
  });

  it('leaves a complete session to the state of its intent', () => {
    const { ledger, events } = withSession(open, { status: 'complete', intentId: 'pi_1' });
    expect(payment(ledger)).toMatchObject({ state: 'requires_payment', intentId: 'pi_1' });
    expect(events).toEqual([]);
    expect(withIntent(ledger, 'succeeded').events).toMatchObject([{ type: 'payment.succeeded' }]);
  });

  it('fails an open payment when its session expires; publishes it only if the guest had tried to pay', () => {
    const untouched = withSession(open, { status: 'expired' });
    expect(payment(untouched.ledger)).toMatchObject({ state: 'failed' });
    expect(untouched.events).toEqual([]);
    const tried = withIntent(open, 'requires_payment_method').ledger;
    expect(withSession(tried, { status: 'expired', intentId: 'pi_1' }).events).toMatchObject([
      { type: 'payment.failed' },
    ]);
    const ended = endLedger(tried, NOW).ledger;
    expect(withSession(ended, { status: 'expired', intentId: 'pi_1' }).events).toEqual([]);
  });

  it('does not undo a success, in either order', () => {
    const paid = withIntent(open, 'succeeded').ledger;
    expect(withSession(paid, { status: 'expired' }).ledger).toBe(paid);
    const expired = withSession(open, { status: 'expired' }).ledger;
    expect(withIntent(expired, 'succeeded').events).toMatchObject([{ type: 'payment.succeeded' }]);
  });

  it('records the session after its intent was known first', () => {
    const early = withIntent(creating, 'requires_payment_method').ledger;
    expect(payment(early)).toMatchObject({ sessionId: null, sealedSecret: null });
    expect(payment(withSession(early, { intentId: 'pi_1' }, 'sealed url').ledger)).toMatchObject({
      sessionId: 'cs_1',
      sealedSecret: 'sealed url',
    });
  });

  it.each([
    [{ sessionId: 'cs_2' }, 'session_mismatch'],
    [{ accountId: 'acct_2' }, 'account_mismatch'],
    [{ livemode: false }, 'livemode_mismatch'],
    [{ currency: 'USD' }, 'currency_mismatch'],
    [{ amountMinorUnits: 999n }, 'amount_mismatch'],
  ])('rejects %o', (changes, reason) => {
    const decision = withSession(open, { status: 'expired', ...changes });
    expect(decision.result).toEqual({ kind: 'rejected', reason });
    expect(decision.ledger).toBe(open);
  });
});

describe('sessionExpiry', () => {
  it('depends on the row alone, is more than 30 minutes after the hold, and less than 24 hours after creation', () => {
    const short = sessionExpiry({ createdAt: NOW, expiresAt: NOW.add({ minutes: 15 }) });
    expect(short.since(NOW).total('minutes')).toBe(75);
    const long = sessionExpiry({ createdAt: NOW, expiresAt: NOW.add({ hours: 48 }) });
    expect(long.since(NOW).total('hours')).toBeLessThan(24);
  });
});
