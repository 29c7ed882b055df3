import { leaseDueRows, namedStatement } from '@lodging/kit-postgres';
import type { Database, ReadStatement, Tx, DueWork } from '@lodging/kit-postgres';
import type { RefundObligation } from '../../domain/stay/refund-obligation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import { latePayments } from '../../metrics.ts';
import type { OwedRefund } from '../../ports/stay.ts';
import type { RefundObligationRepository } from '../../ports/money.ts';
import type { refundObligations } from './refund-schema.ts';

type Row = typeof refundObligations.$inferSelect;
type Key = Pick<Row, 'tenantId' | 'reservationId' | 'cause'>;

/** The request or event that made the decision tries first. */
const FIRST_ATTEMPT_SECONDS = 5;
/**
 * 10 s, 20 s, then every 30 s, so that money is on its way within a minute of the end of an outage; after an hour, which
 * no outage but a refusal takes, every 10 minutes. It is also the lease of the process that makes the attempt.
 */
const BACKOFF = `CASE WHEN leased.attempt > 120 THEN interval '10 minutes'
  ELSE least(interval '30 seconds', interval '10 seconds' * greatest(leased.attempt, 1)) END`;

/** A second decision reopens a closed obligation: another payment has arrived. */
const record = namedStatement<Key & Pick<Row, 'amountMinorUnits'>>(
  'record_refund_obligation',
  `INSERT INTO refund_obligations (tenant_id, reservation_id, cause, amount_minor_units, decided_at, next_attempt_at)
   VALUES ($tenantId, $reservationId, $cause, $amountMinorUnits, clock_timestamp(),
           clock_timestamp() + interval '${FIRST_ATTEMPT_SECONDS} seconds')
   ON CONFLICT (tenant_id, reservation_id, cause) DO UPDATE
     SET settled_at = NULL, attempt = refund_obligations.attempt + 1, next_attempt_at = excluded.next_attempt_at
   RETURNING attempt`,
);

/** An amount is of a later version of the service, whose processes send it. */
export const OPEN_REFUND_OBLIGATIONS: DueWork = {
  table: 'refund_obligations',
  due: `waiting.settled_at IS NULL AND waiting.next_attempt_at <= clock_timestamp()
          AND waiting.amount_minor_units IS NULL AND waiting.cause IN ('late', 'cancelled')`,
  orderBy: 'waiting.next_attempt_at',
};

const leaseOpen = namedStatement<{ readonly limit: number }>(
  'lease_refund_obligations',
  leaseDueRows({
    ...OPEN_REFUND_OBLIGATIONS,
    key: ['tenant_id', 'reservation_id', 'cause'],
    join: `JOIN reservations AS reservation
           ON reservation.tenant_id = waiting.tenant_id AND reservation.id = waiting.reservation_id`,
    select: 'reservation.livemode, reservation.resource_id',
    limit: '$limit',
    set: `attempt = leased.attempt + 1, next_attempt_at = clock_timestamp() + ${BACKOFF}`,
    returning: `leased.tenant_id AS "tenantId", leased.reservation_id AS "id", leased.cause, leased.attempt,
      due.livemode, due.resource_id AS "resourceId"`,
  }),
);

const close = namedStatement<Key & Pick<Row, 'attempt'>>(
  'close_refund_obligation',
  `UPDATE refund_obligations SET settled_at = clock_timestamp()
    WHERE tenant_id = $tenantId AND reservation_id = $reservationId AND cause = $cause AND attempt = $attempt`,
);

/** Records the obligation in the transaction of the change that decides it. */
export async function recordObligation(
  tx: Tx,
  { tenantId, id, livemode, stay }: Reservation,
  { cause, amount }: RefundObligation,
): Promise<OwedRefund> {
  const amountMinorUnits = amount === null ? null : amount.minorUnits;
  const statement: ReadStatement = record({ tenantId, reservationId: id, cause, amountMinorUnits });
  const [row] = await tx.query<Pick<Row, 'attempt'>>(statement);
  if (row === undefined) throw new Error(`the refund obligation of reservation ${id} was not recorded`);
  const { attempt } = row;
  if (cause === 'late' && attempt === 1)
    tx.afterCommit(() => latePayments.add(1, { 'lodging.outcome': 'refunded' }));
  return { tenantId, id, livemode, resourceId: stay.resourceId, cause, attempt };
}

export function createRefundObligationRepository(db: Database): RefundObligationRepository {
  return {
    leaseOpen: (limit) => db.acrossTenants((tx) => tx.query<OwedRefund>(leaseOpen({ limit }))),
    async close({ tenantId, id, cause, attempt }) {
      await db.writeInTenant(tenantId, close({ tenantId, reservationId: id, cause, attempt }));
    },
  };
}
