import { observeDueWork } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { OPEN_SETTLEMENTS } from '../cancellation/settlement-repository.ts';
import { DUE_CHANGES } from '../changes/change-statements.ts';
import { OPEN_REFUND_OBLIGATIONS } from '../money/refund-obligation-repository.ts';
import { OPEN_SCHEDULED_PAYMENTS } from '../money/scheduled-payment-repository.ts';
import { ABANDONED_CREATIONS, EXPIRED_HOLDS, UNRELEASED_NO_SHOWS } from './due-work-repository.ts';

/** By the timers of inbound/timers.ts. Returns the function that ends the observation. */
export function observeReservationWork(db: Database): () => void {
  return observeDueWork(db, {
    'expire-holds': EXPIRED_HOLDS,
    'send-owed-refunds': OPEN_REFUND_OBLIGATIONS,
    'evaluate-balances': OPEN_SCHEDULED_PAYMENTS,
    'settle-bookings': OPEN_SETTLEMENTS,
    'sweep-changes': DUE_CHANGES,
    'sweep-abandoned-creations': ABANDONED_CREATIONS,
    'release-units-of-no-shows': UNRELEASED_NO_SHOWS,
  });
}
