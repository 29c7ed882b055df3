// Guards that a checkout page never says by itself that money came, and never takes back that it did.
import { describe, expect, it } from 'vitest';
import { pageExpiry } from './checkout-page.ts';
import { endAttempts } from './end-attempts.ts';
import { emptyLedger, paymentOf } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { observeIntent } from './observe-intent.ts';
import { observeSession } from './observe-session.ts';
import type { SessionReport } from './observe-session.ts';
import { openAttempt } from './open-attempt.ts';

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z');
const opening = openAttempt(emptyLedger('r1'), {
  kind: 'checkout_session',
  key: null,
  keyHolder: null,
  amountMinorUnits: 1000n,
  currency: 'EUR',
  livemode: true,
  expiresAt: NOW.add({ minutes: 15 }),
  accountId: 'acct_1',
  returnTo: { successUrl: 'https://hotel.example/done', cancelUrl: 'https://hotel.example/back' },
  newPaymentId: 'p1',
  lease: { owner: 'one', until: NOW.add({ seconds: 6 }) },
  now: NOW,
}).ledger;

function said(ledger: Ledger, changes: Partial<SessionReport> = {}, address: string | null = null) {
  const report: SessionReport = {
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
  return observeSession(ledger, 'p1', report, address);
}

function intentSaid(ledger: Ledger, status: 'succeeded' | 'requires_payment_method') {
  return observeIntent(
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
    'secret of the intent',
  );
}

const open = said(opening, {}, 'sealed address').ledger;
const payment = (ledger: Ledger) => paymentOf(ledger, 'p1');

describe('observeSession', () => {
  it('keeps the address of the page, and never the secret of its intent', () => {
    expect(payment(open)).toMatchObject({
      state: 'requires_payment',
      providerKey: 'cs:r1:1',
      sessionId: 'cs_1',
      intentId: null,
      sealedSecret: 'sealed address',
    });
    expect(payment(intentSaid(open, 'succeeded').ledger)).toMatchObject({
      state: 'succeeded',
      intentId: 'pi_1',
      sealedSecret: 'sealed address',
    });
  });

  it('waits for the intent where the page is complete', () => {
    const { ledger, events } = said(open, { status: 'complete', intentId: 'pi_1' });
    expect(payment(ledger)).toMatchObject({ state: 'requires_payment', intentId: 'pi_1' });
    expect(events).toEqual([]);
    expect(intentSaid(ledger, 'succeeded').events).toMatchObject([{ type: 'payment.succeeded' }]);
  });

  it('fails an open payment when the page expires, and tells of it only where somebody had tried', () => {
    const untouched = said(open, { status: 'expired' });
    expect(payment(untouched.ledger)).toMatchObject({ state: 'failed' });
    expect(untouched.events).toEqual([]);
    const tried = intentSaid(open, 'requires_payment_method').ledger;
    expect(said(tried, { status: 'expired', intentId: 'pi_1' }).events).toMatchObject([
      { type: 'payment.failed' },
    ]);
    const ended = endAttempts(tried, NOW).ledger;
    expect(said(ended, { status: 'expired', intentId: 'pi_1' }).events).toEqual([]);
  });

  it('takes no success back, in whatever order both are heard', () => {
    const paid = intentSaid(open, 'succeeded').ledger;
    expect(said(paid, { status: 'expired' }).ledger).toBe(paid);
    const expired = said(open, { status: 'expired' }).ledger;
    expect(intentSaid(expired, 'succeeded').events).toMatchObject([{ type: 'payment.succeeded' }]);
  });

  it('learns of the page after its intent was heard of first', () => {
    const early = intentSaid(opening, 'requires_payment_method').ledger;
    expect(payment(early)).toMatchObject({ sessionId: null, sealedSecret: null });
    expect(payment(said(early, { intentId: 'pi_1' }, 'sealed address').ledger)).toMatchObject({
      sessionId: 'cs_1',
      sealedSecret: 'sealed address',
    });
  });

  it.each([
    [{ sessionId: 'cs_2' }, 'session_mismatch'],
    [{ accountId: 'acct_2' }, 'account_mismatch'],
    [{ livemode: false }, 'livemode_mismatch'],
    [{ currency: 'USD' }, 'currency_mismatch'],
    [{ amountMinorUnits: 999n }, 'amount_mismatch'],
  ])('does not believe %o', (changes, reason) => {
    const decision = said(open, { status: 'expired', ...changes });
    expect(decision.answer).toEqual({ kind: 'disbelieved', reason });
    expect(decision.ledger).toBe(open);
  });
});

describe('pageExpiry', () => {
  it('is the same on every try, leaves half an hour to tries until after the hold, and is never a day', () => {
    const short = pageExpiry({ createdAt: NOW, expiresAt: NOW.add({ minutes: 15 }) });
    expect(short.since(NOW).total('minutes')).toBe(75);
    const long = pageExpiry({ createdAt: NOW, expiresAt: NOW.add({ hours: 48 }) });
    expect(long.since(NOW).total('hours')).toBeLessThan(24);
  });
});
