import { leaseDueRows, namedStatement } from '@lodging/kit-postgres';
import type { Database, DueWork } from '@lodging/kit-postgres';
import { reconcilerFinds } from '../../metrics.ts';
import type {
  AccountRefund,
  DuePayment,
  DueRefund,
  DueWorkRepository,
  TenantAccount,
} from '../../ports/provider.ts';

interface Batch {
  readonly afterSeconds: number;
  readonly limit: number;
}

const IS_NOT_LEASED = '(waiting.leased_until IS NULL OR waiting.leased_until < now())';
/** Its tenant has had enough automatic refunds in the hour that ends then. */
const IS_NOT_STOPPED = '(waiting.stopped_until IS NULL OR waiting.stopped_until <= now())';

/** An attempt whose provider call is running is left to the caller that holds its lease. */
const takeDuePayments = namedStatement<Batch>(
  'payments_take_due',
  leaseDueRows({
    table: 'payments',
    key: ['tenant_id', 'id'],
    due: `waiting.state IN ('creating', 'requires_payment', 'requires_action', 'processing')
          AND waiting.checked_at <= now() - make_interval(secs => $afterSeconds) AND ${IS_NOT_LEASED}`,
    orderBy: 'waiting.checked_at',
    limit: '$limit',
    set: 'checked_at = now()',
    returning: `leased.tenant_id AS "tenantId", leased.reservation_id AS "reservationId", leased.id AS "paymentId",
      leased.livemode`,
  }),
);

const DUE_REFUND = `leased.tenant_id AS "tenantId", leased.reservation_id AS "reservationId",
  leased.payment_id AS "paymentId", leased.id AS "refundId", leased.reason`;

/**
 * Automatic refunds that the provider refused, while the payment has not been refunded and no later automatic refund
 * exists, or none of the same settlement or of changes: that money is still owed.
 */
export const IS_UNPAID = `waiting.state = 'failed'
          AND waiting.reason IN ('late', 'cancelled', 'cancellation', 'no_show', 'change')
          AND EXISTS (SELECT FROM payments AS p
            WHERE p.tenant_id = waiting.tenant_id AND p.id = waiting.payment_id AND p.state = 'succeeded')
          AND NOT EXISTS (SELECT FROM refunds AS other
            WHERE other.tenant_id = waiting.tenant_id AND other.payment_id = waiting.payment_id
              AND CASE WHEN waiting.change_id IS NOT NULL
                THEN other.reason = 'change' AND other.created_at > waiting.created_at
                WHEN waiting.settlement_id IS NULL
                THEN other.reason IN ('late', 'cancelled')
                  AND (other.state <> 'failed' OR other.created_at > waiting.created_at)
                ELSE other.settlement_id = waiting.settlement_id AND other.created_at > waiting.created_at END)`;

/** Pending refunds; and, each hour, those that the provider refused and that are still owed. */
const takeDueRefunds = namedStatement<Batch>(
  'refunds_take_due',
  leaseDueRows({
    table: 'refunds',
    key: ['tenant_id', 'id'],
    due: `waiting.state = 'pending' AND waiting.checked_at <= now() - make_interval(secs => $afterSeconds)
          AND ${IS_NOT_LEASED} AND ${IS_NOT_STOPPED}
        OR waiting.checked_at <= now() - greatest(make_interval(secs => $afterSeconds), interval '1 hour')
          AND ${IS_UNPAID}`,
    orderBy: 'waiting.checked_at',
    limit: '$limit',
    set: 'checked_at = now()',
    returning: DUE_REFUND,
  }),
);

/** Refunds that the settling request did not send: it timed out, its process died, or the provider is unavailable. */
export const UNSENT_RETURNS: DueWork = {
  table: 'refunds',
  due: `waiting.state = 'pending' AND waiting.provider_refund_id IS NULL AND waiting.reason <> 'requested'
        AND (waiting.settlement_id IS NOT NULL OR waiting.change_id IS NOT NULL OR waiting.version = 1 AND waiting.lease_owner IS NULL) AND waiting.checked_at <= now() - interval '5 seconds'
        AND ${IS_NOT_LEASED} AND ${IS_NOT_STOPPED}`,
  orderBy: 'waiting.checked_at',
};

const takeUnsentReturns = namedStatement<{ readonly limit: number }>(
  'refunds_take_unsent',
  leaseDueRows({
    ...UNSENT_RETURNS,
    key: ['tenant_id', 'id'],
    limit: '$limit',
    set: 'checked_at = now()',
    returning: DUE_REFUND,
  }),
);

const takeDueAccounts = namedStatement<Batch>(
  'accounts_take_due',
  leaseDueRows({
    table: 'refund_sweeps',
    key: ['tenant_id', 'account_id', 'livemode'],
    due: 'waiting.swept_at <= now() - make_interval(secs => $afterSeconds)',
    orderBy: 'waiting.swept_at',
    limit: '$limit',
    set: 'swept_at = now()',
    returning: 'leased.tenant_id AS "tenantId", leased.account_id AS "accountId", leased.livemode',
  }),
);

interface Listed {
  readonly tenantId: string;
  readonly intentIds: readonly string[];
  readonly refundIds: readonly string[];
  readonly statuses: readonly string[];
}

/** Most refunds of an account are recorded already, or do not belong to a payment of ours. */
const findUnrecorded = namedStatement<Listed>(
  'refunds_unrecorded',
  `SELECT listed.position::int, p.reservation_id AS "reservationId", p.id AS "paymentId"
   FROM unnest($intentIds::text[], $refundIds::text[], $statuses::text[])
     WITH ORDINALITY AS listed (intent_id, refund_id, status, position)
   JOIN payments AS p ON p.provider_intent_id = listed.intent_id AND p.tenant_id = $tenantId
   LEFT JOIN refunds AS r ON r.tenant_id = p.tenant_id AND r.provider_refund_id = listed.refund_id
   WHERE r.id IS NULL OR r.state NOT IN (listed.status, 'failed')
   ORDER BY listed.position`,
);

const findUnknown = namedStatement<{ readonly tenantId: string; readonly paymentIds: readonly string[] }>(
  'payments_unknown',
  `SELECT id::text FROM unnest($paymentIds::uuid[]) AS listed (id)
   WHERE NOT EXISTS (SELECT FROM payments AS p WHERE p.tenant_id = $tenantId AND p.id = listed.id)`,
);

interface UnrecordedRow {
  readonly position: number;
  readonly reservationId: string;
  readonly paymentId: string;
}

export function createDueWorkRepository(db: Database): DueWorkRepository {
  return {
    async takeDuePayments(afterSeconds, limit) {
      const due = await db.acrossTenants((tx) =>
        tx.query<DuePayment>(takeDuePayments({ afterSeconds, limit })),
      );
      countFinds(due.length);
      return due;
    },
    async takeDueRefunds(afterSeconds, limit) {
      const due = await db.acrossTenants((tx) =>
        tx.query<DueRefund>(takeDueRefunds({ afterSeconds, limit })),
      );
      countFinds(due.length);
      return due;
    },
    takeUnsentReturns: (limit) => db.acrossTenants((tx) => tx.query<DueRefund>(takeUnsentReturns({ limit }))),
    takeDueAccounts: (afterSeconds, limit) =>
      db.acrossTenants((tx) => tx.query<TenantAccount>(takeDueAccounts({ afterSeconds, limit }))),
    async findUnknownPayments(tenantId, paymentIds) {
      if (paymentIds.length === 0) return [];
      const rows = await db.readInTenant<{ id: string }>(tenantId, findUnknown({ tenantId, paymentIds }));
      return rows.map(({ id }) => id);
    },
    async findUnrecordedRefunds(tenantId, refunds) {
      if (refunds.length === 0) return [];
      const rows = await db.readInTenant<UnrecordedRow>(
        tenantId,
        findUnrecorded({ tenantId, ...columnsOf(refunds) }),
      );
      return rows.flatMap(({ position, reservationId, paymentId }) => {
        const refund = refunds[position - 1];
        return refund === undefined ? [] : [{ ...refund, tenantId, reservationId, paymentId }];
      });
    },
  };
}

function columnsOf(refunds: readonly AccountRefund[]): Omit<Listed, 'tenantId'> {
  return {
    intentIds: refunds.map(({ intentId }) => intentId),
    refundIds: refunds.map(({ snapshot }) => snapshot.providerRefundId),
    statuses: refunds.map(({ snapshot }) => snapshot.status),
  };
}

function countFinds(found: number): void {
  if (found > 0) reconcilerFinds.add(found, { 'lodging.outcome': 'looked_at' });
}
