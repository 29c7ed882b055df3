import type { UnrequestedRefund } from '@lodging/contract-payments';
import { systemContext } from '@lodging/kit-runtime';
import { createdFields } from '../../domain/audit/audit.ts';
import type { AuditEntry } from '../../domain/audit/audit.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { ChangedAfter } from '../../ports/neighbours.ts';

const PAGE = 100;
const TIMEOUT_MS = 5_000;
const OF_ALL_TENANTS = '00000000-0000-0000-0000-000000000000';
/** The action of requested refunds, too. */
const ACTION = 'refund.created';
/** Clocks of two services differ, so a new process rereads this period. */
const OVERLAP = { hours: 1 };

export type RecordAutomaticRefundsDeps = Pick<GatewayDeps, 'audit' | 'payments'>;

/** Progress of the timer of one process. */
export interface RefundPosition {
  /** All refunds up to here are recorded; undefined before the first run. */
  recorded?: ChangedAfter | null;
}

/**
 * Adds automatic refunds to the audit trail, and advances the position after each page. Several processes may run it
 * concurrently and repeatedly, because the id of an entry is the id of its refund.
 */
export async function recordAutomaticRefunds(
  { payments, audit }: RecordAutomaticRefundsDeps,
  position: RefundPosition,
): Promise<void> {
  if (position.recorded === undefined) position.recorded = await recordedBefore(audit);
  let after = position.recorded;
  for (;;) {
    const ctx = systemContext(OF_ALL_TENANTS, true, { timeoutMs: TIMEOUT_MS });
    const answer = await payments.listUnrequestedRefunds(ctx, { limit: PAGE, after });
    if (!answer.ok) throw new Error(`payments does not list its refunds: ${answer.refusal.detail}`);
    const { refunds } = answer.value;
    await audit.record(refunds.map(entryOf));
    position.recorded = positionOf(refunds.findLast(({ isFinal }) => isFinal)) ?? position.recorded;
    after = positionOf(refunds.at(-1)) ?? after;
    if (refunds.length < PAGE) return;
  }
}

async function recordedBefore(audit: RecordAutomaticRefundsDeps['audit']): Promise<ChangedAfter | null> {
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
    // The person behind a refund of the dashboard is known to the provider alone.
    actor: { kind: 'system', id: reason === 'provider' ? 'payment_provider' : 'payments', name: null },
    requestId: id,
    address: null,
    tenantId,
    action: ACTION,
    target: { kind: 'refund', id },
    changes: createdFields({ reservationId, amountMinorUnits, currency, state, reason }),
  };
}
