import type { Database } from '@lodging/kit-postgres';
import { linkTo } from '@lodging/kit-runtime';
import type { RefundReason } from '../domain/refund.ts';
import { reconcilerFinds } from '../metrics.ts';
import type { PaymentPlace, Worklist } from '../use-cases/ports.ts';
import { refundSweeps } from './refund-sweeps.ts';

const FIND_BY_PROVIDER_IDS = `
  SELECT tenant_id, reservation_id, id AS payment_id, traceparent FROM payments
  WHERE provider_intent_id = $1 OR provider_session_id = $2`;

const FIND_BY_REFERENCE = `
  SELECT tenant_id, reservation_id, id AS payment_id, traceparent FROM payments WHERE tenant_id = $1 AND id = $2`;

/** An attempt without an answer is left to whoever holds its lease. */
const TAKE_QUIET = `
  UPDATE payments AS taken SET checked_at = now()
  FROM (SELECT p.tenant_id, p.id, l.ended_at FROM payments AS p
        JOIN ledgers AS l ON l.tenant_id = p.tenant_id AND l.reservation_id = p.reservation_id
        WHERE p.state IN ('creating', 'requires_payment', 'requires_action', 'processing')
          AND p.checked_at <= now() - make_interval(secs => $1)
          AND (p.leased_until IS NULL OR p.leased_until < now())
        ORDER BY p.checked_at LIMIT $2 FOR UPDATE OF p SKIP LOCKED) AS quiet
  WHERE taken.tenant_id = quiet.tenant_id AND taken.id = quiet.id
  RETURNING taken.tenant_id, taken.reservation_id, taken.id AS payment_id, quiet.ended_at IS NOT NULL AS ended`;

/** Refunds under way, and automatic ones that failed: the money is still owed, so those are tried again each hour. */
const TAKE_REFUNDS = `
  UPDATE refunds AS taken SET checked_at = now()
  FROM (SELECT r.tenant_id, r.id FROM refunds AS r
        WHERE r.state = 'pending' AND r.checked_at <= now() - make_interval(secs => $1)
          AND (r.leased_until IS NULL OR r.leased_until < now())
        OR r.state = 'failed' AND r.reason IN ('late', 'cancelled')
          AND r.checked_at <= now() - greatest(make_interval(secs => $1), interval '1 hour')
          AND EXISTS (SELECT FROM payments AS p
            WHERE p.tenant_id = r.tenant_id AND p.id = r.payment_id AND p.state = 'succeeded')
          AND NOT EXISTS (SELECT FROM refunds AS other
            WHERE other.tenant_id = r.tenant_id AND other.payment_id = r.payment_id
              AND other.reason IN ('late', 'cancelled') AND (other.state <> 'failed' OR other.created_at > r.created_at))
        ORDER BY r.checked_at LIMIT $2 FOR UPDATE OF r SKIP LOCKED) AS open
  WHERE taken.tenant_id = open.tenant_id AND taken.id = open.id
  RETURNING taken.tenant_id, taken.reservation_id, taken.payment_id, taken.id AS refund_id, taken.reason`;

interface PlaceRow {
  readonly tenant_id: string;
  readonly reservation_id: string;
  readonly payment_id: string;
}

interface TracedPlaceRow extends PlaceRow {
  /** Of the request that opened the payment. */
  readonly traceparent: string | null;
}

export function worklistStore(db: Database): Worklist {
  return {
    ...refundSweeps(db),
    async findPayment({ intentId, sessionId }, { tenantId, paymentId }) {
      const row = await db.acrossTenants(async (tx) => {
        const ids = [intentId, sessionId];
        const byIds = { name: 'payment_by_provider_ids', text: FIND_BY_PROVIDER_IDS, values: ids };
        const found = (await tx.query<TracedPlaceRow>(byIds))[0];
        if (found !== undefined || tenantId === null || paymentId === null) return found;
        const values = [tenantId, paymentId];
        const byReference = { name: 'payment_by_reference', text: FIND_BY_REFERENCE, values };
        return (await tx.query<TracedPlaceRow>(byReference))[0];
      });
      if (row === undefined) return undefined;
      // The provider's word begins a trace of its own; whoever looks at it finds the stay it is about.
      linkTo(row.traceparent);
      return placeOf(row);
    },
    takeQuietPayments: (quietSeconds, limit) =>
      db.acrossTenants(async (tx) => {
        const statement = { name: 'payments_take_quiet', text: TAKE_QUIET, values: [quietSeconds, limit] };
        const rows = await tx.query<PlaceRow & { ended: boolean }>(statement);
        countFinds(rows.length);
        return rows.map((row) => ({ ...placeOf(row), ended: row.ended }));
      }),
    takeOpenRefunds: (quietSeconds, limit) =>
      db.acrossTenants(async (tx) => {
        const statement = { name: 'refunds_take_open', text: TAKE_REFUNDS, values: [quietSeconds, limit] };
        const rows = await tx.query<PlaceRow & { refund_id: string; reason: RefundReason }>(statement);
        countFinds(rows.length);
        return rows.map((row) => ({ ...placeOf(row), refundId: row.refund_id, reason: row.reason }));
      }),
  };
}

function countFinds(found: number): void {
  if (found > 0) reconcilerFinds.add(found, { 'lodging.outcome': 'looked_at' });
}

function placeOf(row: PlaceRow): PaymentPlace {
  return { tenantId: row.tenant_id, reservationId: row.reservation_id, paymentId: row.payment_id };
}
