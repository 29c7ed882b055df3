import { leaseDueRows, namedStatement } from '@lodging/kit-postgres';
import type { Database, DueWork } from '@lodging/kit-postgres';
import { repaired } from '../../metrics.ts';
import type { AbandonedCreation, DueRelease, DueReservation, DueWorkRepository } from '../../ports/stay.ts';
import { NO_TENANT } from '../guests/guest-code-schema.ts';

/** A hold whose expiry failed is due again when its lease has expired. */
const EXPIRY_LEASE_SECONDS = 10;
const ABANDONED_AFTER_SECONDS = 30;
const SWEEP_LEASE_SECONDS = 15;
const RELEASE_LEASE_SECONDS = 10;
const PURGE_BATCH = 1_000;

const leasedUntil = (seconds: number) => `attempt_until = clock_timestamp() + interval '${seconds} seconds'`;
const leased = (...columns: string[]) => columns.map((column) => `leased.${column}`).join(', ');
const reservationKey = leased('tenant_id AS "tenantId"', 'id', 'livemode');

export const EXPIRED_HOLDS: DueWork = {
  table: 'reservations',
  due: `waiting.state = 'held' AND waiting.hold_expires_at <= clock_timestamp()
        AND waiting.attempt_until <= clock_timestamp()`,
  orderBy: 'waiting.hold_expires_at',
};

const leaseExpiredHolds = namedStatement<{ readonly limit: number }>(
  'lease_expired_holds',
  leaseDueRows({
    ...EXPIRED_HOLDS,
    key: ['tenant_id', 'id'],
    limit: '$limit',
    set: leasedUntil(EXPIRY_LEASE_SECONDS),
    returning: reservationKey,
  }),
);

export const ABANDONED_CREATIONS: DueWork = {
  table: 'reservations',
  due: `waiting.state = 'pending' AND waiting.attempt_until <= clock_timestamp()
        AND waiting.created_at <= clock_timestamp() - interval '${ABANDONED_AFTER_SECONDS} seconds'`,
  orderBy: 'waiting.created_at',
};

/** The sweep is an attempt of its own: its number fences off the worker that abandoned the reservation. */
const leaseAbandonedCreations = namedStatement<{ readonly limit: number }>(
  'lease_abandoned_creations',
  leaseDueRows({
    ...ABANDONED_CREATIONS,
    key: ['tenant_id', 'id'],
    limit: '$limit',
    set: `attempt = leased.attempt + 1, ${leasedUntil(SWEEP_LEASE_SECONDS)}`,
    returning: `${reservationKey}, ${leased('resource_id AS "resourceId"', 'attempt')}`,
  }),
);

export const UNRELEASED_NO_SHOWS: DueWork = {
  table: 'reservations',
  due: 'waiting.units_to_free AND waiting.attempt_until <= clock_timestamp()',
  orderBy: 'waiting.attempt_until',
};

const leaseUnreleasedNoShows = namedStatement<{ readonly limit: number }>(
  'lease_unreleased_no_shows',
  leaseDueRows({
    ...UNRELEASED_NO_SHOWS,
    key: ['tenant_id', 'id'],
    limit: '$limit',
    set: leasedUntil(RELEASE_LEASE_SECONDS),
    returning: `${reservationKey}, ${leased('resource_id AS "resourceId"')}`,
  }),
);

const purgeGuestCodes = namedStatement<object>(
  'purge_guest_codes',
  `DELETE FROM guest_codes AS c
    USING (SELECT tenant_id, reservation_id FROM guest_codes
            WHERE updated_at < now() - interval '1 day' LIMIT ${PURGE_BATCH} FOR UPDATE SKIP LOCKED) AS old
    WHERE c.tenant_id = old.tenant_id AND c.reservation_id = old.reservation_id
   RETURNING 1`,
);

/** Beyond the day, or the hour, that they count. */
const purgeCodeSends = namedStatement<object>(
  'purge_code_sends',
  `DELETE FROM guest_code_sends AS s
    USING (SELECT tenant_id, bucket FROM guest_code_sends
            WHERE updated_at < now() - interval '2 hours'
              AND (cardinality(sent_at) = 0 OR sent_at[cardinality(sent_at)] < now() - CASE
                     WHEN tenant_id = '${NO_TENANT}' THEN interval '25 hours'
                     ELSE interval '2 hours' END)
            LIMIT ${PURGE_BATCH} FOR UPDATE SKIP LOCKED) AS old
    WHERE s.tenant_id = old.tenant_id AND s.bucket = old.bucket
   RETURNING 1`,
);

export function createDueWorkRepository(db: Database): DueWorkRepository {
  return {
    leaseExpiredHolds: (limit) =>
      db.acrossTenants((tx) => tx.query<DueReservation>(leaseExpiredHolds({ limit }))),

    async leaseAbandonedCreations(limit) {
      const statement = leaseAbandonedCreations({ limit });
      const creations = await db.acrossTenants((tx) => tx.query<AbandonedCreation>(statement));
      if (creations.length > 0) repaired.add(creations.length);
      return creations;
    },

    leaseUnreleasedNoShows: (limit) =>
      db.acrossTenants((tx) => tx.query<DueRelease>(leaseUnreleasedNoShows({ limit }))),

    purgeGuestCodes: async () => (await db.acrossTenants((tx) => tx.query(purgeGuestCodes({})))).length,

    purgeCodeSends: async () => (await db.acrossTenants((tx) => tx.query(purgeCodeSends({})))).length,
  };
}
