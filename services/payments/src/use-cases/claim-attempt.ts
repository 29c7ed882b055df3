import type { Clock, NewId } from '@lodging/kernel';
import { openAttempt } from '../domain/open-attempt.ts';
import type { OpenAnswer, OpenRequest } from '../domain/open-attempt.ts';
import type { Ledger } from '../domain/ledger.ts';
import type { Lease } from '../domain/payment.ts';
import type { Ledgers } from './ports.ts';

export interface ClaimPorts {
  readonly ledgers: Ledgers;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly pause: (milliseconds: number) => Promise<void>;
}

export type ClaimRequest = Omit<OpenRequest, 'keyHolder' | 'newPaymentId' | 'lease' | 'now'> & {
  readonly reservationId: string;
};

/**
 * What a caller waits for after a process died over its attempt. It may be shorter than the provider's slowest answer:
 * the provider key makes the call of whoever takes over and the call of a slow predecessor one and the same.
 */
const LEASE = { seconds: 6 };
/** How long a caller waits for another one's answer. */
const PATIENCE = { seconds: 2 };
const LOOK_AGAIN_MS = 60;

export async function claimAttempt(
  { ledgers, clock, newId, pause }: ClaimPorts,
  tenantId: string,
  request: ClaimRequest,
): Promise<OpenAnswer> {
  const { reservationId, key } = request;
  const patience = clock.now().add(PATIENCE);
  for (;;) {
    const now = clock.now();
    const lease: Lease = { owner: newId(), until: now.add(LEASE) };
    const newPaymentId = newId();
    const decide = (ledger: Ledger, keyHolder: string | null) =>
      openAttempt(ledger, { ...request, keyHolder, newPaymentId, lease, now });
    const answer =
      key === null
        ? await ledgers.change(tenantId, reservationId, (ledger) => decide(ledger, null))
        : await ledgers.changeWithKey(tenantId, reservationId, key, decide);
    if (answer.kind !== 'wait' || Temporal.Instant.compare(now, patience) >= 0) return answer;
    await pause(LOOK_AGAIN_MS);
  }
}
