import type { Database } from '@lodging/kit-postgres';
import { attempts, commitToAttempt } from '../../metrics.ts';
import { instantText } from '@lodging/kernel';
import { summarizeAttempts } from '../../domain/deliveries/attempt.ts';
import type { DeliveryLease, DeliveryOutcome, DeliveryQueue } from '../../ports/deliveries.ts';
import * as statements from './queue-statements.ts';
import type { LeaseRow } from './queue-statements.ts';
import type { EndpointKey } from '../../domain/endpoints/endpoint.ts';

export interface DeliveryQueueOptions {
  /** True (the default): endpoints that have never answered with 2xx are tried slowly. */
  readonly isPaced?: boolean;
}

export function createDeliveryQueue(
  db: Database,
  { isPaced = true }: DeliveryQueueOptions = {},
): DeliveryQueue {
  return {
    async claim(endpoint, owner, limit, now) {
      const statement = statements.leaseDeliveries({ ...endpoint, owner, limit, now, isPaced });
      // A lease that is lost in a crash of the database is taken again.
      const options = { durable: false, beginsWork: true };
      const rows = await db.writeInTenant<LeaseRow>(endpoint.tenantId, statement, options);
      return rows.map((row) => leaseFrom(endpoint, row));
    },
    async record(endpoint, owner, outcomes, now) {
      const key = { ...endpoint, owner, now };
      await db.writeInTenant(endpoint.tenantId, statements.recordOutcomes({ ...key, ...valuesOf(outcomes) }));
      for (const outcome of outcomes) recordMetrics(outcome);
    },
    async recordAndClaim(endpoint, owner, outcomes, limit, now) {
      const key = { ...endpoint, owner, now };
      const [, rows = []] = await db.writeManyInTenant<LeaseRow>(endpoint.tenantId, [
        statements.recordOutcomes({ ...key, ...valuesOf(outcomes) }),
        statements.leaseDeliveries({ ...key, limit, isPaced }),
      ]);
      for (const outcome of outcomes) recordMetrics(outcome);
      return rows.map((row) => leaseFrom(endpoint, row));
    },
    async findDue(now) {
      const [rows = []] = await db.writeAcrossTenants<EndpointKey>([statements.findDue({ now, isPaced })]);
      return rows;
    },
    async releaseLeases(owner) {
      await db.acrossTenants((tx) => tx.query(statements.releaseLeases({ owner })));
    },
    async retire(now) {
      const statement = statements.retireDeliveries({ now });
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

function leaseFrom({ tenantId, endpointId }: EndpointKey, row: LeaseRow): DeliveryLease {
  const { id, fencingNumber, tries, sealedSecret, previousSecrets, ...delivery } = row;
  return {
    ...delivery,
    tenantId,
    endpointId,
    deliveryId: id,
    number: fencingNumber,
    attemptsBefore: tries,
    sealedSecrets: [sealedSecret, ...previousSecrets.toReversed()],
  };
}

function valuesOf(outcomes: readonly DeliveryOutcome[]) {
  return {
    ...summarizeAttempts(outcomes.map(({ result }) => result)),
    deliveryIds: outcomes.map(({ lease }) => lease.deliveryId),
    fencingNumbers: outcomes.map(({ lease }) => lease.number),
    tries: outcomes.map(({ lease }) => lease.attemptsBefore),
    statuses: outcomes.map(({ decision }) => decision.status),
    nextAttemptsAt: outcomes.map(({ decision }) =>
      decision.status === 'pending' ? decision.nextAttemptAt : null,
    ),
    attempts: outcomes.map(({ result: { at, status, durationMs, error, answer } }) =>
      JSON.stringify([{ at: instantText(at), status, durationMs, error, answer }]),
    ),
  };
}
