import type { Database } from '@lodging/kit-postgres';
import { attempts, commitToAttempt } from '../metrics.ts';
import { instantText } from '@lodging/kernel';
import { summarizeAttempts } from '../domain/attempt.ts';
import type { DeliveryLease, DeliveryOutcome, DeliveryQueue, EndpointKey } from '../ports.ts';
import * as sql from './queue-statements.ts';

interface LeaseRow {
  readonly id: string;
  readonly lease: bigint;
  readonly tries: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly occurred_at: Temporal.Instant | null;
  readonly traceparent: string | null;
  readonly body: string;
  /** Null for a ping. */
  readonly reservation_id: string | null;
  readonly url: string;
  readonly sealed_secret: string;
  readonly old_secrets: string[];
}

export function createDeliveryQueue(db: Database): DeliveryQueue {
  return {
    async claim({ tenantId, endpointId }, owner, limit, now) {
      const values = [tenantId, endpointId, owner, limit, now];
      const statement = { name: 'queue_claim', text: sql.CLAIM, values };
      // A lease that is lost in a crash of the database is taken again.
      const rows = await db.writeInTenant<LeaseRow>(tenantId, statement, { durable: false });
      return rows.map((row) => leaseFrom(tenantId, endpointId, row));
    },
    async record(endpoint, owner, outcomes, now) {
      const values = valuesOf(endpoint, owner, outcomes, now);
      await db.writeInTenant(endpoint.tenantId, { name: 'queue_record', text: sql.RECORD, values });
      for (const outcome of outcomes) recordMetrics(outcome);
    },
    async findDue(now) {
      const statement = { name: 'queue_due', text: sql.DUE, values: [now] };
      const [rows = []] = await db.writeAcrossTenants<{ tenant_id: string; endpoint_id: string }>([
        statement,
      ]);
      return rows.map((row) => ({ tenantId: row.tenant_id, endpointId: row.endpoint_id }));
    },
    async releaseLeases(owner) {
      const statement = { name: 'queue_release', text: sql.RELEASE, values: [owner] };
      await db.acrossTenants((tx) => tx.query(statement));
    },
    async retire(now) {
      const statement = { name: 'queue_retire', text: sql.RETIRE, values: [now] };
      for (let retired = 1; retired > 0;) {
        retired = (await db.acrossTenants((tx) => tx.query(statement))).length;
      }
    },
  };
}

function recordMetrics({ lease, result, decision }: DeliveryOutcome): void {
  attempts.add(1, { 'lodging.outcome': decision.status === 'pending' ? 'failed' : decision.status });
  if (lease.attemptsBefore > 0 || lease.occurredAt === null) return;
  commitToAttempt.record(Math.max(0, lease.occurredAt.until(result.at).total('seconds')));
}

function leaseFrom(tenantId: string, endpointId: string, row: LeaseRow): DeliveryLease {
  return {
    tenantId,
    endpointId,
    deliveryId: row.id,
    number: row.lease,
    attemptsBefore: row.tries,
    eventId: row.event_id,
    eventType: row.event_type,
    occurredAt: row.occurred_at,
    body: row.body,
    reservationId: row.reservation_id,
    traceparent: row.traceparent,
    url: row.url,
    sealedSecrets: [row.sealed_secret, ...row.old_secrets.toReversed()],
  };
}

function valuesOf(
  { tenantId, endpointId }: EndpointKey,
  owner: string,
  outcomes: readonly DeliveryOutcome[],
  now: Temporal.Instant,
): unknown[] {
  const health = summarizeAttempts(outcomes.map(({ result }) => result));
  return [
    tenantId,
    endpointId,
    owner,
    outcomes.map(({ lease }) => lease.deliveryId),
    outcomes.map(({ lease }) => lease.number),
    outcomes.map(({ decision }) => decision.status),
    outcomes.map(({ decision }) => (decision.status === 'pending' ? decision.nextAttemptAt : null)),
    outcomes.map(({ result: { at, status, durationMs, error, answer } }) =>
      JSON.stringify([{ at: instantText(at), status, durationMs, error, answer }]),
    ),
    health.lastSuccessAt,
    health.lastFailureAt,
    health.consecutiveFailures,
    health.failingSince,
    health.isGone,
    now,
    outcomes.map(({ lease }) => lease.attemptsBefore),
  ];
}
