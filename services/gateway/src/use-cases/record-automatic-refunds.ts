import type { UnrequestedRefund } from '@lodging/contract-payments';
import { systemContext } from '@lodging/kit-runtime';
import { createdFields } from '../domain/audit.ts';
import type { AuditEntry } from '../domain/audit.ts';
import type { AuditTrail, ChangedAfter, PaymentsClient } from '../ports.ts';

const PAGE = 100;
const TIMEOUT_MS = 5_000;
const OF_ALL_TENANTS = '00000000-0000-0000-0000-000000000000';
/** As the refunds that somebody requested are recorded. */
const ACTION = 'refund.created';
/** Clocks of two services differ: a process that starts reads that much again. */
const OVERLAP = { hours: 1 };

export interface RecordAutomaticRefundsDeps {
  readonly payments: Pick<PaymentsClient, 'listUnrequestedRefunds'>;
  readonly audit: Pick<AuditTrail, 'record' | 'newestOfSystem'>;
}

/**
 * Adds to the audit trail what went back without anybody's request. Any number of processes may do it at once, and again:
 * the id of an entry is that of its refund.
 */
export function createRefundRecorder({ payments, audit }: RecordAutomaticRefundsDeps): () => Promise<void> {
  /** All up to here are recorded. */
  let recorded: ChangedAfter | null | undefined;
  return async () => {
    if (recorded === undefined) recorded = await recordedBefore(audit);
    let after = recorded;
    for (;;) {
      const ctx = systemContext(OF_ALL_TENANTS, true, { timeoutMs: TIMEOUT_MS });
      const answer = await payments.listUnrequestedRefunds(ctx, { limit: PAGE, after });
      if (!answer.ok) throw new Error(`payments does not list its refunds: ${answer.refusal.detail}`);
      const { refunds } = answer.value;
      await audit.record(refunds.map(entryOf));
      recorded = positionOf(refunds.findLast(({ isSettled }) => isSettled)) ?? recorded;
      after = positionOf(refunds.at(-1)) ?? after;
      if (refunds.length < PAGE) return;
    }
  };
}

async function recordedBefore(audit: Pick<AuditTrail, 'newestOfSystem'>): Promise<ChangedAfter | null> {
  const newest = await audit.newestOfSystem(ACTION);
  if (newest === undefined) return null;
  return { changedAt: newest.subtract(OVERLAP).toString(), id: OF_ALL_TENANTS };
}

function positionOf(refund: UnrequestedRefund | undefined): ChangedAfter | undefined {
  return refund && { changedAt: refund.changedAt, id: refund.id };
}

function entryOf(refund: UnrequestedRefund): AuditEntry {
  const { id, tenantId, reservationId, amountMinorUnits, currency, state, reason, createdAt } = refund;
  return {
    id,
    at: Temporal.Instant.from(createdAt).round('millisecond'),
    // A refund of the dashboard was made by somebody whom only the provider knows.
    actor: { kind: 'system', id: reason === 'provider' ? 'payment_provider' : 'payments', name: null },
    requestId: id,
    address: null,
    tenantId,
    action: ACTION,
    target: { kind: 'refund', id },
    changes: createdFields({ reservationId, amountMinorUnits, currency, state, reason }),
  };
}
