import { insertLists, namedStatement } from '@lodging/kit-postgres';
import type { ReadStatement, Statement } from '@lodging/kit-postgres';
import type {
  ClaimContext,
  ClaimRequest,
  ClaimState,
  ExistingClaim,
  NewClaim,
  ReleaseReason,
} from '../../domain/claims/claim.ts';
import type { ClaimKind } from '../../domain/units/peak-units.ts';
import type { ResourceKind } from '../../domain/time/resource-kind.ts';
import { widestSpan } from '../../domain/time/stay.ts';
import type { Span } from '../../domain/time/stay.ts';
import { claims } from '../schema.ts';
import { OVERLAPS_SPAN, spanBounds } from '../units/span-bounds.ts';
import type { SpanBounds } from '../units/span-bounds.ts';

interface ClaimKey {
  readonly tenantId: string;
  readonly claimId: string;
}

/** The key of the advisory lock that orders all claims and blocks of a resource across processes. */
export function lockKey(resourceId: string): string {
  return `hashtextextended('inventory.claims.' || ${resourceId}, 0)`;
}

/** The select list is evaluated in order, so the timeout is set before the lock is waited for. */
const lockStatement = namedStatement<{ resourceId: string; timeout: string }>(
  'claims_lock',
  `SELECT set_config('lock_timeout', $timeout, true), pg_advisory_xact_lock(${lockKey('$resourceId')})`,
);

export function lockResource(resourceId: string, timeoutMs: number): Statement {
  return lockStatement({ resourceId, timeout: `${lockTimeout(timeoutMs)}ms` });
}

/** Zero would be no timeout at all. */
export function lockTimeout(timeoutMs: number): number {
  return Math.max(1, Math.ceil(timeoutMs));
}

/**
 * Returns the resources whose lock was free; it never waits for one. The short timeout is for row locks: a transaction with
 * several locks must not block the requests behind all of them.
 */
export const tryLockResources = namedStatement<{ resourceIds: readonly string[] }>(
  'claims_try_locks',
  `SELECT id, set_config('lock_timeout', '100ms', true) FROM unnest($resourceIds::text[]) AS requested (id)
   WHERE pg_try_advisory_xact_lock(${lockKey('id')})`,
);

/** Of claims that are read one by one: a row takes about 500 bytes, and a batch of claims reads many times as many. */
const MOST_CLAIMS = 1_000;

/**
 * The data of a claim decision: a row for each other claim nearby, or one without; above MOST_CLAIMS they are incomplete,
 * see `isIncomplete`. A separate statement after the lock, so that it sees the writes of the previous holder.
 * `clock_timestamp()`, because `now()` is the time before the wait.
 */
const contextStatement = namedStatement<ClaimKey & SpanBounds & { resourceId: string }>(
  'claims_context',
  `SELECT r.kind AS resource_kind, r.timezone, r.units AS resource_units, d.reason AS released,
     own.resource_id AS own_resource_id, own.state AS own_state, own.units AS own_units, own.starts_at AS own_starts_at,
     own.ends_at AS own_ends_at, own.expires_at AS own_expires_at, own.revision AS own_revision,
     coalesce(own.expires_at <= clock_timestamp(), false) AS own_expired,
     c.claim_id, c.kind, c.units, c.starts_at, c.ends_at, coalesce(c.expires_at <= clock_timestamp(), false) AS expired
   FROM (SELECT) AS one
     LEFT JOIN resources r ON r.tenant_id = $tenantId AND r.id = $resourceId
     LEFT JOIN claim_releases d ON d.tenant_id = $tenantId AND d.claim_id = $claimId
     LEFT JOIN claims own ON own.tenant_id = $tenantId AND own.claim_id = $claimId
     LEFT JOIN LATERAL (
       SELECT c.claim_id, c.kind, c.units, c.starts_at, c.ends_at, c.expires_at FROM claims c
       WHERE c.tenant_id = $tenantId AND c.resource_id = $resourceId AND c.claim_id <> $claimId AND ${OVERLAPS_SPAN}
       LIMIT ${MOST_CLAIMS + 1}) c ON true`,
);

/** Of claims that are too many, the most units that the others take at a moment of the span. */
const peakStatement = namedStatement<ClaimKey & SpanBounds & { resourceId: string }>(
  'claims_peak',
  `WITH others AS MATERIALIZED (
     SELECT greatest(c.starts_at, $start) AS starts_at, c.ends_at, c.units FROM claims c
     WHERE c.tenant_id = $tenantId AND c.resource_id = $resourceId AND c.claim_id <> $claimId AND ${OVERLAPS_SPAN}
       AND (c.state = 'confirmed' OR c.expires_at > clock_timestamp()))
   SELECT coalesce(max(taken), 0)::int AS units FROM (
     -- At one moment, what ends is before what begins.
     SELECT sum(units) OVER (ORDER BY at, units ROWS UNBOUNDED PRECEDING) AS taken
     FROM (SELECT starts_at AS at, units FROM others UNION ALL SELECT ends_at, -units FROM others) changes) levels`,
);

export function loadClaimContext(
  tenantId: string,
  { resourceId, claimId, window }: ClaimRequest,
): ReadStatement {
  return contextStatement({ tenantId, resourceId, claimId, ...spanBounds(widestSpan(window)) });
}

export function findPeak(tenantId: string, { resourceId, claimId }: ClaimRequest, span: Span): ReadStatement {
  return peakStatement({ tenantId, resourceId, claimId, ...spanBounds(span) });
}

export interface PeakRow {
  readonly units: number;
}

export function isIncomplete(rows: readonly ClaimContextRow[]): boolean {
  return rows.length > MOST_CLAIMS;
}

export interface ClaimContextRow {
  readonly resource_kind: ResourceKind | null;
  readonly timezone: string;
  readonly resource_units: number;
  readonly released: ReleaseReason | null;
  readonly own_resource_id: string | null;
  readonly own_state: ClaimState;
  readonly own_units: number;
  readonly own_starts_at: Temporal.Instant;
  readonly own_ends_at: Temporal.Instant;
  readonly own_expires_at: Temporal.Instant | null;
  readonly own_expired: boolean;
  readonly own_revision: number;
  readonly claim_id: string | null;
  readonly kind: ClaimKind;
  readonly units: number;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly expired: boolean;
}

export function readClaimContext(rows: readonly ClaimContextRow[]): ClaimContext {
  const [head] = rows;
  if (head === undefined) throw new Error('the claim context has no row');
  const { resource_kind: resourceKind, timezone, resource_units: resourceUnits } = head;
  return {
    resource: resourceKind === null ? undefined : { kind: resourceKind, timezone, units: resourceUnits },
    existing: readExisting(head),
    released: head.released ?? undefined,
    taken: rows.flatMap(({ claim_id: claimId, expired, kind, units, starts_at: start, ends_at: end }) =>
      claimId === null || expired
        ? []
        : [{ kind, units, start: start.epochMilliseconds, end: end.epochMilliseconds }],
    ),
  };
}

function readExisting(row: ClaimContextRow): ExistingClaim | undefined {
  if (row.own_resource_id === null) return undefined;
  return {
    resourceId: row.own_resource_id,
    state: row.own_state,
    units: row.own_units,
    span: { start: row.own_starts_at.epochMilliseconds, end: row.own_ends_at.epochMilliseconds },
    expiresAt: row.own_expires_at,
    expired: row.own_expired,
    revision: row.own_revision,
  };
}

export function expiredClaimIds(rows: readonly ClaimContextRow[]): string[] {
  return rows.flatMap(({ claim_id: id, expired }) => (id !== null && expired ? [id] : []));
}

/** Deletes leases that expired before their release, and leaves their tombstones. */
export const releaseExpired = namedStatement<{ tenantId: string; claimIds: readonly string[] }>(
  'claims_drop_lapsed',
  `WITH dropped AS (
     DELETE FROM claims WHERE tenant_id = $tenantId AND claim_id = ANY ($claimIds::uuid[]) RETURNING claim_id)
   INSERT INTO claim_releases (tenant_id, claim_id, reason) SELECT $tenantId, claim_id, 'expired' FROM dropped
   ON CONFLICT (tenant_id, claim_id) DO NOTHING`,
);

interface InsertedClaim extends ClaimKey, Pick<NewClaim, 'state' | 'units' | 'exclusive'> {
  readonly resourceId: string;
  readonly start: string;
  readonly end: string;
  readonly expiresAt: string | null;
}
const inserted = insertLists(claims, {
  kind: `'reservation'`,
  during: `tstzrange($start, $end, '[)')`,
  confirmedAt: `CASE WHEN $state = 'confirmed' THEN now() END`,
  createdAt: 'DEFAULT',
  startsAt: 'DEFAULT',
  endsAt: 'DEFAULT',
  isLong: 'DEFAULT',
  leftAt: 'DEFAULT',
  revision: 'DEFAULT',
  movedAt: 'DEFAULT',
  changedClaimId: 'DEFAULT',
  blockId: 'DEFAULT',
});
const insertClaim = namedStatement<InsertedClaim>(
  'claims_insert',
  `INSERT INTO claims (${inserted.columns}) VALUES (${inserted.values})`,
);
const updateClaim = namedStatement<ClaimKey & Pick<InsertedClaim, 'state' | 'expiresAt'>>(
  'claims_update',
  `UPDATE claims SET state = $state, expires_at = $expiresAt,
     confirmed_at = CASE WHEN $state = 'confirmed' THEN coalesce(confirmed_at, now()) END
   WHERE tenant_id = $tenantId AND claim_id = $claimId`,
);
const deleteTombstone = namedStatement<ClaimKey>(
  'claims_delete_tombstone',
  'DELETE FROM claim_releases WHERE tenant_id = $tenantId AND claim_id = $claimId',
);

/** The statements that store a decided claim. */
export function writeClaim(
  tenantId: string,
  { claimId, resourceId }: ClaimRequest,
  context: ClaimContext,
  { span, state, units, exclusive, expiresAt: expiry }: NewClaim,
): Statement[] {
  const expiresAt = expiry?.toString() ?? null;
  if (context.existing !== undefined) return [updateClaim({ tenantId, claimId, state, expiresAt })];
  const { start, end } = spanBounds(span);
  const insert = insertClaim({
    tenantId,
    claimId,
    resourceId,
    state,
    start,
    end,
    units,
    exclusive,
    expiresAt,
  });
  return context.released === undefined ? [insert] : [deleteTombstone({ tenantId, claimId }), insert];
}

/** Locks the claim, so that no part of it is made meanwhile. */
export const findState = namedStatement<ClaimKey>(
  'claims_state',
  `SELECT state, EXISTS (SELECT FROM claims part WHERE part.tenant_id = $tenantId AND part.part_of = $claimId) AS "hasParts"
   FROM claims WHERE tenant_id = $tenantId AND claim_id = $claimId FOR UPDATE`,
);

export interface StateRow {
  readonly state: ClaimState;
  readonly hasParts: boolean;
}

export const findResourceOfStay = namedStatement<ClaimKey>(
  'claims_resource_of_stay',
  `SELECT resource_id::text AS "resourceId" FROM claims
   WHERE tenant_id = $tenantId AND claim_id = $claimId AND kind = 'reservation' AND part_of IS NULL`,
);

/** Keeps the first departure. */
export const recordDeparture = namedStatement<ClaimKey>(
  'claims_record_departure',
  `UPDATE claims SET left_at = now()
   WHERE tenant_id = $tenantId AND claim_id = $claimId AND left_at IS NULL`,
);

/** The parts that a change of the stay leased. */
export const deleteParts = namedStatement<ClaimKey>(
  'claims_delete_parts',
  'DELETE FROM claims WHERE tenant_id = $tenantId AND part_of = $claimId',
);

const deleteClaim = namedStatement<ClaimKey>(
  'claims_delete',
  'DELETE FROM claims WHERE tenant_id = $tenantId AND claim_id = $claimId',
);
/** Only an expiry may become final; a final reason never becomes an expiry. */
const writeTombstone = namedStatement<ClaimKey & { reason: ReleaseReason }>(
  'claims_tombstone',
  `INSERT INTO claim_releases (tenant_id, claim_id, reason) VALUES ($tenantId, $claimId, $reason)
   ON CONFLICT (tenant_id, claim_id) DO UPDATE SET reason = excluded.reason, released_at = now()
   WHERE claim_releases.reason = 'expired' AND excluded.reason <> 'expired'`,
);

export function releaseClaim(tenantId: string, claimId: string, reason: ReleaseReason): Statement[] {
  return [deleteClaim({ tenantId, claimId }), writeTombstone({ tenantId, claimId, reason })];
}
