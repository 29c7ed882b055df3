import type { NewId } from '@lodging/kernel';
import { leaseDueRows, namedStatement } from '@lodging/kit-postgres';
import type { Database, ReadStatement, DueWork } from '@lodging/kit-postgres';
import type { Settlement } from '../../domain/stay/settlement.ts';
import type { OwedSettlement, RecordedOutcome, SettlementRepository } from '../../ports/cancellation.ts';
import { asStep } from './settlement-schema.ts';
import type { settlements } from './settlement-schema.ts';

type Row = typeof settlements.$inferSelect;
interface Key {
  readonly tenantId: string;
  readonly reservationId: string;
}

/** The request that made the decision sends it to payments first, and payments waits for its provider for up to 4.5 s. */
const FIRST_ATTEMPT_SECONDS = 6;
/** 5 s, 10 s, … then every 30 s; after an hour, every hour. It is also the lease of the process that makes the attempt. */
const BACKOFF = `CASE WHEN leased.attempt > 120 THEN interval '1 hour'
  ELSE least(interval '30 seconds', interval '5 seconds' * leased.attempt) END`;

const insert = namedStatement<
  Key &
    Pick<Row, 'id' | 'kind' | 'keepMinorUnits' | 'offlineMinorUnits' | 'policyCode' | 'step' | 'createdAt'>
>(
  'insert_settlement',
  `INSERT INTO settlements (tenant_id, id, reservation_id, kind, keep_minor_units, offline_minor_units, policy_code, step,
                            next_attempt_at, created_at)
   VALUES ($tenantId, $id, $reservationId, $kind, $keepMinorUnits, $offlineMinorUnits, $policyCode, $step,
           clock_timestamp() + interval '${FIRST_ATTEMPT_SECONDS} seconds', $createdAt)`,
);

const LEASED = `leased.tenant_id AS "tenantId", leased.reservation_id AS "reservationId", leased.attempt, leased.id, leased.kind,
  leased.created_at AS at, leased.policy_code AS "policyCode", leased.step, leased.keep_minor_units AS "keepMinorUnits",
  leased.offline_minor_units AS "offlineMinorUnits"`;

export const OPEN_SETTLEMENTS: DueWork = {
  table: 'settlements',
  due: `waiting.state = 'open' AND waiting.next_attempt_at <= clock_timestamp()`,
  orderBy: 'waiting.next_attempt_at',
};

const leaseOpen = namedStatement<{ readonly limit: number }>(
  'lease_settlements',
  leaseDueRows({
    ...OPEN_SETTLEMENTS,
    key: ['tenant_id', 'id'],
    join: `JOIN reservations AS reservation
           ON reservation.tenant_id = waiting.tenant_id AND reservation.id = waiting.reservation_id`,
    select: 'reservation.livemode',
    limit: '$limit',
    set: `attempt = leased.attempt + 1, ask_again = false, next_attempt_at = clock_timestamp() + ${BACKOFF}`,
    returning: `due.livemode, ${LEASED}`,
  }),
);

/** Longer than the request that holds it. Afterwards the timer requests the outcome again, also after a crash. */
const LEASE_SECONDS = 20;

const leaseOne = namedStatement<Key>(
  'lease_settlement_of_reservation',
  `UPDATE settlements AS leased
      SET state = 'open', ask_again = false, attempt = leased.attempt + 1,
          next_attempt_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
     FROM reservations AS r
    WHERE leased.tenant_id = $tenantId AND leased.reservation_id = $reservationId
      AND r.tenant_id = leased.tenant_id AND r.id = leased.reservation_id
   RETURNING r.livemode, ${LEASED}`,
);

/** A refund that the provider has not finished has no event when it is: the booking would show it as pending for ever. */
const PENDING_SECONDS = 30;

/** The booking shows the outcome, so that its version grows, with an entry, where the outcome is another one. */
const recordOutcome = namedStatement<
  Key &
    Pick<Row, 'id' | 'attempt'> & {
      readonly outcome: string;
      readonly isPending: boolean;
      readonly entryId: string;
    }
>(
  'record_settlement_outcome',
  `WITH before AS (
     SELECT outcome FROM settlements WHERE tenant_id = $tenantId AND id = $id AND attempt = $attempt FOR UPDATE),
   recorded AS (
     UPDATE settlements AS kept
        SET state = CASE WHEN kept.ask_again OR $isPending THEN 'open' ELSE 'settled' END, ask_again = false,
            outcome = $outcome::jsonb,
            next_attempt_at = CASE WHEN kept.ask_again THEN clock_timestamp() + interval '1 second'
              ELSE greatest(kept.next_attempt_at, clock_timestamp() + interval '${PENDING_SECONDS} seconds') END
       FROM before WHERE kept.tenant_id = $tenantId AND kept.id = $id
     RETURNING before.outcome AS earlier),
   raised AS (
     UPDATE reservations SET version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
       FROM recorded
      WHERE tenant_id = $tenantId AND id = $reservationId AND recorded.earlier IS DISTINCT FROM $outcome::jsonb
     RETURNING version, updated_at, recorded.earlier),
   entry AS (
     INSERT INTO reservation_history (tenant_id, reservation_id, id, at, action, version, actor, changes)
     SELECT $tenantId, $reservationId, $entryId::uuid, updated_at, 'updated', version,
            '{"kind": "system", "id": "settle-bookings"}',
            jsonb_build_array(jsonb_build_object('field', 'cancellation', 'before', earlier, 'after', $outcome::jsonb))
       FROM raised)
   SELECT version, updated_at AS "updatedAt" FROM raised`,
);

/**
 * Runs in the transaction that records moved money. An attempt in progress is repeated when it ends. After an outcome the next attempt is due now: a recorded pending refund
 * would otherwise be shown as pending until its 30 seconds are over.
 */
export const recheckSettlement = namedStatement<Key>(
  'recheck_settlement',
  `UPDATE settlements SET state = 'open', ask_again = (state = 'open'),
     next_attempt_at = CASE WHEN state = 'open' AND outcome IS NULL THEN next_attempt_at ELSE clock_timestamp() END
    WHERE tenant_id = $tenantId AND reservation_id = $reservationId`,
);

/** In the transaction of the move that decides it. */
export function insertSettlement(key: Key, settlement: Settlement): ReadStatement {
  const { id, kind, keepMinorUnits, offlineMinorUnits, policyCode, step, at: createdAt } = settlement;
  const values = { id, kind, keepMinorUnits, offlineMinorUnits, policyCode, step: String(step), createdAt };
  return insert({ ...key, ...values });
}

type LeasedRow = Omit<OwedSettlement, 'settlement'> & Omit<Settlement, 'step'> & { readonly step: string };

export function createSettlementRepository(db: Database, newId: NewId): SettlementRepository {
  return {
    async leaseOpen(limit) {
      const rows = await db.acrossTenants((tx) => tx.query<LeasedRow>(leaseOpen({ limit })));
      return rows.map(toOwed);
    },
    async lease(tenantId, reservationId) {
      const [row] = await db.writeInTenant<LeasedRow>(tenantId, leaseOne({ tenantId, reservationId }));
      return row && toOwed(row);
    },
    async recordOutcome({ tenantId, reservationId, attempt, settlement: { id } }, outcome) {
      const values = { tenantId, reservationId, id, attempt, outcome: JSON.stringify(outcome) };
      const isPending = outcome.refunds.some(({ state }) => state === 'pending');
      const statement = recordOutcome({ ...values, isPending, entryId: newId() });
      const [row] = await db.writeInTenant<RecordedOutcome>(tenantId, statement);
      return row;
    },
    async recheck(tenantId, reservationId) {
      await db.writeInTenant(tenantId, recheckSettlement({ tenantId, reservationId }));
    },
  };
}

function toOwed({ tenantId, reservationId, livemode, attempt, step, ...rest }: LeasedRow): OwedSettlement {
  return { tenantId, reservationId, livemode, attempt, settlement: { ...rest, step: asStep(step) } };
}
