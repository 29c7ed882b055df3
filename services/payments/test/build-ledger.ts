import type { CreatingPayment, PaidPayment } from '../src/domain/ledger/payment.ts';

/** The moment at which the ledgers of unit tests are changed. */
export const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z');

/** The first attempt at 10.00 EUR, which the provider has not answered yet. */
export function buildCreatingPayment(changes: Partial<CreatingPayment> = {}): CreatingPayment {
  return { ...TERMS, state: 'creating', lease: null, ...changes };
}

/** The same, paid. */
export function buildPaidPayment(changes: Partial<PaidPayment> = {}): PaidPayment {
  return {
    ...TERMS,
    state: 'succeeded',
    intentId: 'pi_1',
    sessionId: null,
    sealedSecret: null,
    asOf: NOW,
    lastFailure: null,
    declinedCharges: [],
    ...changes,
  };
}

const TERMS = {
  id: 'p1',
  kind: 'intent',
  purpose: 'stay',
  attempt: 1,
  amountMinorUnits: 1000n,
  currency: 'EUR',
  livemode: true,
  accountId: 'acct_1',
  providerIdempotencyKey: 'pi:r1:1',
  redirectUrls: null,
  expiresAt: NOW,
  createdAt: NOW,
  version: 1,
} as const;
