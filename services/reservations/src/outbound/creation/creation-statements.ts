import { insertLists, namedStatement } from '@lodging/kit-postgres';
import { KEY_DAYS } from '../../domain/creation/reservation-creation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import { DETAILS_OF_INSERTED } from '../bookings/detail-statements.ts';
import { reservationColumns, reservations } from '../schema.ts';
import { refusingLevels } from './creation-refusals.ts';
import type { LimitValues } from './creation-refusals.ts';

/**
 * Until another request with the key may take over a pending reservation: longer than a claim may take. An attempt that
 * takes longer still, and is taken over, writes nothing.
 */
const ATTEMPT_SECONDS = 4;

/** The same for a payment setup: longer than the payment provider's timeout and the undo that follows. */
const PAYMENT_SETUP_SECONDS = 30;

/** A payment that is due already is evaluated once the stay is likely to be confirmed. */
const CREATION_SECONDS = 1;

/** SQL of the columns that the insert computes; the others are parameters. */
const COMPUTED = {
  state: `'pending'`,
  version: '0',
  moveReason: 'NULL',
  metadata: '$metadata::jsonb',
  unitsToFree: 'false',
  noShowAt: 'NULL',
  paidOfflineMinorUnits: 'NULL',
  changeId: 'NULL',
  changeState: 'NULL',
  guestId: 'NULL',
  guestVerifiedAt: 'NULL',
  declinedCards: '0',
  refundDecided: 'false',
  holdExpiresAt: 'at + make_interval(secs => $holdSeconds)',
  confirmedAt: 'NULL',
  attempt: '1',
  attemptUntil: `at + interval '${ATTEMPT_SECONDS} seconds'`,
  createdAt: 'at',
  updatedAt: 'at',
} satisfies Partial<Record<keyof typeof reservations.$inferInsert, string>>;

const inserted = insertLists(reservations, COMPUTED);

type NewRow = Omit<typeof reservations.$inferSelect, keyof typeof COMPUTED> & {
  readonly holdSeconds: number;
  readonly requestExpiresAt: Temporal.Instant;
  /** JSON. */
  readonly terms: string | null;
  readonly metadata: string | null;
  readonly searchTokens: readonly string[];
};

/**
 * The row and its first terms: one statement, so that a creation that is taken over keeps the price of its first run.
 * A stay that is paid at the property is due at once on its day of arrival: nothing becomes due later, so no event.
 */
function withTerms(insert: string, details = ''): string {
  return `WITH inserted AS (${insert} RETURNING ${reservationColumns}),
     terms AS (
       INSERT INTO reservation_terms (tenant_id, reservation_id, version, bill, policy, schedule, display, created_at)
       SELECT "tenantId", "id", 1, agreed->'bill', nullif(agreed->'policy', 'null'), agreed->'schedule',
              nullif(agreed->'display', 'null'), "createdAt"
         FROM inserted, (SELECT $terms::jsonb AS agreed) AS terms WHERE agreed IS NOT NULL),
     scheduled AS (
       INSERT INTO scheduled_payments (tenant_id, reservation_id, purpose, amount_minor_units, due_at, state,
                                       next_attempt_at)
       SELECT "tenantId", "id", 'balance', (entry->>'amountMinorUnits')::bigint, (entry->>'dueAt')::timestamptz,
              CASE WHEN entry->>'purpose' = 'stay' AND (entry->>'dueAt')::timestamptz <= "createdAt" THEN 'due'
                   ELSE 'scheduled' END,
              greatest((entry->>'dueAt')::timestamptz, "createdAt" + interval '${CREATION_SECONDS} second')
         FROM inserted, jsonb_array_elements($terms::jsonb->'later') AS entry)${details}
   SELECT * FROM inserted`;
}

const INSERT_PENDING = `INSERT INTO reservations (${inserted.columns})
   SELECT ${inserted.values} FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS clock
    WHERE at < $requestExpiresAt::timestamptz
   ON CONFLICT DO NOTHING`;

export const insertPending = namedStatement<NewRow>('insert_pending_reservation', withTerms(INSERT_PENDING));

export const insertPendingWithDetails = namedStatement<NewRow>(
  'insert_pending_with_details',
  withTerms(INSERT_PENDING, DETAILS_OF_INSERTED),
);

/**
 * The same within the limits of a key and of a client. They are compared after the lock, which ends with the commit, so
 * that concurrent holds never pass them together.
 */
const INSERT_LIMITED = `INSERT INTO reservations (${inserted.columns})
   SELECT ${inserted.values}
     FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS clock
    WHERE at < $requestExpiresAt::timestamptz AND NOT EXISTS (${refusingLevels('$lockOn::text')})
   ON CONFLICT DO NOTHING`;

export const insertLimitedPending = namedStatement<NewRow & LimitValues>(
  'insert_limited_pending_reservation',
  withTerms(INSERT_LIMITED),
);

export const insertLimitedPendingWithDetails = namedStatement<NewRow & LimitValues>(
  'insert_limited_pending_with_details',
  withTerms(INSERT_LIMITED, DETAILS_OF_INSERTED),
);

interface AttemptKey {
  readonly tenantId: string;
  readonly id: string;
  readonly attempt: number;
}

export const takeOver = namedStatement<AttemptKey>(
  'take_over_pending_reservation',
  `UPDATE reservations
      SET attempt = attempt + 1, attempt_until = clock_timestamp() + interval '${ATTEMPT_SECONDS} seconds',
          updated_at = clock_timestamp()
    WHERE tenant_id = $tenantId AND id = $id AND state = 'pending' AND attempt = $attempt
      AND attempt_until <= clock_timestamp()
   RETURNING ${reservationColumns}`,
);

type Completed = AttemptKey & Pick<Reservation, 'state' | 'version' | 'holdExpiresAt' | 'updatedAt'>;

/** The fencing token rejects an attempt that was taken over. The attempt goes on where a payment handle is still due. */
function completePending(more: string): string {
  return `UPDATE reservations
      SET state = $state, version = $version, hold_expires_at = $holdExpiresAt, updated_at = $updatedAt,${more}
          confirmed_at = CASE WHEN $state = 'confirmed' THEN $updatedAt::timestamptz END,
          attempt_until = CASE WHEN awaits_payment_handle
            THEN clock_timestamp() + interval '${PAYMENT_SETUP_SECONDS} seconds' ELSE $updatedAt END
    WHERE tenant_id = $tenantId AND id = $id AND state = 'pending' AND attempt = $attempt
   RETURNING id`;
}

export const complete = namedStatement<Completed>('complete_pending_reservation', completePending(''));

/** Of a part before it, `profile`. */
export const completeWithGuest = namedStatement<Completed>(
  'complete_pending_with_guest',
  completePending('\n          guest_id = (SELECT id FROM profile),'),
);

export const endAttempt = namedStatement<AttemptKey>(
  'end_attempt',
  `UPDATE reservations SET attempt_until = clock_timestamp()
    WHERE tenant_id = $tenantId AND id = $id AND attempt = $attempt
      AND (state = 'pending' OR state = 'held' AND awaits_payment_handle)`,
);

export const takeOverPaymentSetup = namedStatement<AttemptKey>(
  'take_over_payment_setup',
  `UPDATE reservations
      SET attempt = attempt + 1, attempt_until = clock_timestamp() + interval '${PAYMENT_SETUP_SECONDS} seconds'
    WHERE tenant_id = $tenantId AND id = $id AND state = 'held' AND awaits_payment_handle AND attempt = $attempt
      AND attempt_until <= clock_timestamp()
   RETURNING attempt`,
);

export const completePaymentSetup = namedStatement<AttemptKey>(
  'complete_payment_setup',
  `UPDATE reservations SET awaits_payment_handle = false, attempt_until = clock_timestamp()
    WHERE tenant_id = $tenantId AND id = $id AND state = 'held' AND attempt = $attempt`,
);

export const discard = namedStatement<AttemptKey>(
  'discard_pending_reservation',
  `DELETE FROM reservations
    WHERE tenant_id = $tenantId AND id = $id AND state = 'pending' AND attempt = $attempt`,
);

export const freeKey = namedStatement<{ readonly tenantId: string; readonly idempotencyKey: string }>(
  'free_idempotency_key',
  `UPDATE reservations SET idempotency_key = NULL, fingerprint = NULL
    WHERE tenant_id = $tenantId AND idempotency_key = $idempotencyKey
      AND created_at <= clock_timestamp() - interval '${KEY_DAYS} days'`,
);
