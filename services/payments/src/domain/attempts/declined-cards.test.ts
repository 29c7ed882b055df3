import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyIntent } from './apply-intent.ts';
import type { IntentStatus } from './apply-intent.ts';
import { isOutOfCards, paymentToEnd } from './declined-cards.ts';
import { emptyLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PaymentPurpose } from '../ledger/payment.ts';
import { buildCreatingPayment, NOW } from '../../../test/build-ledger.ts';

const terms = { accountId: 'acct_1', livemode: true, amountMinorUnits: 1000n, currency: 'EUR' };

/** A ledger with an attempt at a payment that the provider has not answered yet. */
function ledgerWith(purpose: PaymentPurpose): Ledger {
  return { ...emptyLedger('r1'), payments: [buildCreatingPayment({ purpose })] };
}

interface Reported {
  readonly charge: number;
  readonly seconds: number;
  readonly status?: IntentStatus;
}

/** How many declines were published, and the ledger after all of them. */
function apply(from: Ledger, reported: readonly Reported[]) {
  let ledger = from;
  let published = 0;
  for (const { charge, seconds, status = 'requires_payment_method' } of reported) {
    const snapshot = { intentId: 'pi_1', ...terms, receivedMinorUnits: null, status };
    const failure = status === 'succeeded' ? null : `ch_${charge}`;
    const decision = applyIntent(ledger, 'p1', { ...snapshot, failure, asOf: NOW.add({ seconds }) });
    ledger = decision.ledger;
    published += decision.events?.length ?? 0;
  }
  return { ledger, published };
}

const declines = (count: number): Reported[] =>
  Array.from({ length: count }, (_, charge) => ({ charge, seconds: charge }));

describe('declined cards of a hold', () => {
  it('are each counted once, in whatever order and however often they are reported', () => {
    const reports = fc.nat(8).chain((count) => {
      const once = declines(count);
      const more = count === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...once), { maxLength: 10 });
      return fc
        .tuple(fc.constant(count), more)
        .chain(([of, again]) =>
          fc.tuple(
            fc.constant(of),
            fc.shuffledSubarray([...once, ...again], { minLength: once.length + again.length }),
          ),
        );
    });
    fc.assert(
      fc.property(reports, ([count, reported]) => {
        const { ledger, published } = apply(ledgerWith('stay'), reported);
        expect(published).toBe(count);
        expect(isOutOfCards(ledger)).toBe(count >= 5);
        expect(paymentToEnd(ledger)?.id).toBe(count >= 5 ? 'p1' : undefined);
      }),
    );
  });

  it('end nothing once one was accepted', () => {
    const paid = apply(ledgerWith('deposit'), [
      ...declines(5),
      { charge: 9, seconds: 9, status: 'succeeded' },
    ]);
    expect(paymentToEnd(paid.ledger)).toBeUndefined();
  });

  it('are not counted of other payments', () => {
    for (const purpose of ['balance', 'change', 'penalty'] as const) {
      const { ledger, published } = apply(ledgerWith(purpose), declines(9));
      expect([published, isOutOfCards(ledger), paymentToEnd(ledger)]).toEqual([9, false, undefined]);
    }
  });
});
