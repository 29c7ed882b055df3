import type { Database } from '@lodging/kit-postgres';
import { attempts, commitToAttempt } from '../metrics.ts';
import { tally } from '../domain/judge-attempt.ts';
import type { DeliveryQueue, EndpointKey, Lease, Outcome } from '../use-cases/webhook-ports.ts';
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
  readonly url: string;
  readonly sealed_secret: string;
  readonly old_secrets: string[];
}

export function deliveryQueue(db: Database): DeliveryQueue {
  return {
    async claim({ tenantId, endpointId }, owner, most, now) {
      const values = [tenantId, endpointId, owner, most, now];
      const statement = { name: 'queue_claim', text: sql.CLAIM, values };
      // A claim that a crash forgets is made again by somebody else.
      const rows = await db.writeInTenant<LeaseRow>(tenantId, statement, { durable: false });
      return rows.map((row) => leaseFrom(tenantId, endpointId, row));
    },
    async record(endpoint, owner, outcomes, now) {
      const values = valuesOf(endpoint, owner, outcomes, now);
      await db.writeInTenant(endpoint.tenantId, { name: 'queue_record', text: sql.RECORD, values });
      for (const outcome of outcomes) count(outcome);
    },
    async due(now) {
      const statement = { name: 'queue_due', text: sql.DUE, values: [now] };
      const rows = await db.acrossTenants((tx) =>
        tx.query<{ tenant_id: string; endpoint_id: string }>(statement),
      );
      return rows.map((row) => ({ tenantId: row.tenant_id, endpointId: row.endpoint_id }));
    },
    async giveUp(owner) {
      const statement = { name: 'queue_give_up', text: sql.GIVE_UP, values: [owner] };
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

function count({ lease, ending, verdict }: Outcome): void {
  attempts.add(1, { 'lodging.outcome': verdict.status === 'pending' ? 'failed' : verdict.status });
  if (lease.tries > 0 || lease.occurredAt === null) return;
  commitToAttempt.record(Math.max(0, lease.occurredAt.until(ending.at).total('seconds')));
}

function leaseFrom(tenantId: string, endpointId: string, row: LeaseRow): Lease {
  return {
    tenantId,
    endpointId,
    deliveryId: row.id,
    number: row.lease,
    tries: row.tries,
    eventId: row.event_id,
    eventType: row.event_type,
    occurredAt: row.occurred_at,
    body: row.body,
    traceparent: row.traceparent,
    url: row.url,
    sealedSecrets: [row.sealed_secret, ...row.old_secrets.toReversed()],
  };
}

function valuesOf(
  { tenantId, endpointId }: EndpointKey,
  owner: string,
  outcomes: readonly Outcome[],
  now: Temporal.Instant,
): unknown[] {
  const told = tally(outcomes.map(({ ending }) => ending));
  return [
    tenantId,
    endpointId,
    owner,
    outcomes.map(({ lease }) => lease.deliveryId),
    outcomes.map(({ lease }) => lease.number),
    outcomes.map(({ verdict }) => verdict.status),
    outcomes.map(({ verdict }) => (verdict.status === 'pending' ? verdict.nextAttemptAt : null)),
    outcomes.map(({ ending: { at, status, durationMs, error, answer } }) =>
      JSON.stringify([
        { at: at.toString({ smallestUnit: 'millisecond' }), status, durationMs, error, answer },
      ]),
    ),
    told.lastSuccessAt,
    told.lastFailureAt,
    told.failuresInARow,
    told.failingSince,
    told.isGone,
    now,
    outcomes.map(({ lease }) => lease.tries),
  ];
}
