import { livePayment, paidPayment } from './ledger.ts';
import type { Decision, Ledger } from './ledger.ts';
import type { Opening, OpenState, Placed } from './payment.ts';

export type EndOutcome = 'none' | 'ended' | 'succeeded';

export type EndAnswer =
  | { readonly kind: 'over'; readonly outcome: EndOutcome }
  /** Money can still move until the provider has cancelled this one. */
  | { readonly kind: 'cancel'; readonly payment: Opening | (Placed & { readonly state: OpenState }) };

export function endAttempts(ledger: Ledger, now: Temporal.Instant): Decision<EndAnswer> {
  const ended = ledger.endedAt === null ? { ...ledger, endedAt: now } : ledger;
  const live = livePayment(ledger);
  const answer: EndAnswer =
    live === undefined ? { kind: 'over', outcome: outcomeOf(ledger) } : { kind: 'cancel', payment: live };
  return { ledger: ended, answer };
}

export function outcomeOf(ledger: Ledger): EndOutcome {
  if (paidPayment(ledger)?.state === 'succeeded') return 'succeeded';
  return ledger.payments.length === 0 ? 'none' : 'ended';
}
