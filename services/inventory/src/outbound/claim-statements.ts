import type { Statement } from '@lodging/kit-postgres';
import type { ClaimSubject, NewClaim, OwnClaim, ReleaseReason, ClaimContext } from '../domain/claim.ts';
import type { ClaimKind } from '../domain/peak-units.ts';
import type { ResourceKind } from '../domain/resource.ts';
import { widestSpan } from '../domain/stay.ts';
import { boundsOf } from './stay-statements.ts';

/** One after the other on each resource. The time to wait is set first, in the order of the list. */
const LOCK = `
  SELECT set_config('lock_timeout', $2, true), pg_advisory_xact_lock(hashtextextended('inventory.claims.' || $1, 0))`;

export function lockResource(resourceId: string, waitMs: number): Statement {
  return { name: 'claims_lock', text: LOCK, values: [resourceId, `${Math.max(1, Math.ceil(waitMs))}ms`] };
}

/** Rows are waited for, too, and for a moment only: whoever has several locks keeps several others waiting. */
const TRY_LOCKS = `
  SELECT id, set_config('lock_timeout', '100ms', true) FROM unnest($1::text[]) AS wanted (id)
  WHERE pg_try_advisory_xact_lock(hashtextextended('inventory.claims.' || id, 0))`;

/** Answers with the resources whose lock could be had at once; nobody waits, so the order is of no account. */
export function lockFreeOnes(resourceIds: readonly string[]): Statement {
  return { name: 'claims_try_locks', text: TRY_LOCKS, values: [resourceIds] };
}

/**
 * Everything a claim is decided on; one row for each other claim nearby, or one without. A statement of its own behind
 * the lock, so that it sees what the last holder wrote. Leases lapse by the clock on the wall, not by the time at which
 * this transaction began to wait.
 */
const SCENE = `
  SELECT r.kind AS resource_kind, r.timezone, r.units AS resource_units, d.reason AS released,
    own.resource_id AS own_resource_id, own.state AS own_state, own.units AS own_units, own.starts_at AS own_starts_at,
    own.ends_at AS own_ends_at, own.expires_at AS own_expires_at,
    coalesce(own.expires_at <= clock_timestamp(), false) AS own_lapsed,
    c.claim_id, c.kind, c.units, c.starts_at, c.ends_at, coalesce(c.expires_at <= clock_timestamp(), false) AS lapsed
  FROM (SELECT) AS one
    LEFT JOIN resources r ON r.tenant_id = $1 AND r.id = $2
    LEFT JOIN claim_releases d ON d.tenant_id = $1 AND d.claim_id = $3
    LEFT JOIN claims own ON own.tenant_id = $1 AND own.claim_id = $3
    LEFT JOIN claims c ON c.tenant_id = $1 AND c.resource_id = $2 AND c.claim_id <> $3
      AND c.ends_at > $4 AND c.ends_at <= $6 AND c.starts_at < $5`;

export function loadClaimContext(tenantId: string, { resourceId, claimId, window }: ClaimSubject): Statement {
  const values = [tenantId, resourceId, claimId, ...boundsOf(widestSpan(window))];
  return { name: 'claims_scene', text: SCENE, values };
}

export interface SceneRow {
  readonly resource_kind: ResourceKind | null;
  readonly timezone: string;
  readonly resource_units: number;
  readonly released: ReleaseReason | null;
  readonly own_resource_id: string | null;
  readonly own_state: OwnClaim['state'];
  readonly own_units: number;
  readonly own_starts_at: Temporal.Instant;
  readonly own_ends_at: Temporal.Instant;
  readonly own_expires_at: Temporal.Instant | null;
  readonly own_lapsed: boolean;
  readonly claim_id: string | null;
  readonly kind: ClaimKind;
  readonly units: number;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly lapsed: boolean;
}

export function readScene(rows: readonly SceneRow[]): ClaimContext {
  const [head] = rows;
  if (head === undefined) throw new Error('the look at the claims has no row');
  return {
    resource: readResource(head),
    own: readOwn(head),
    released: head.released ?? undefined,
    taken: rows.flatMap(({ claim_id: claimId, lapsed, kind, units, starts_at: start, ends_at: end }) =>
      claimId === null || lapsed
        ? []
        : [{ kind, units, start: start.epochMilliseconds, end: end.epochMilliseconds }],
    ),
  };
}

function readResource({
  resource_kind: kind,
  timezone,
  resource_units: units,
}: SceneRow): ClaimContext['resource'] {
  return kind === null ? undefined : { kind, timezone, units };
}

function readOwn(row: SceneRow): OwnClaim | undefined {
  if (row.own_resource_id === null) return undefined;
  return {
    resourceId: row.own_resource_id,
    state: row.own_state,
    units: row.own_units,
    span: { start: row.own_starts_at.epochMilliseconds, end: row.own_ends_at.epochMilliseconds },
    expiresAt: row.own_expires_at,
    lapsed: row.own_lapsed,
  };
}

export function lapsedIds(rows: readonly SceneRow[]): string[] {
  return rows.flatMap(({ claim_id: id, lapsed }) => (id !== null && lapsed ? [id] : []));
}

const DROP = `
  WITH dropped AS (DELETE FROM claims WHERE tenant_id = $1 AND claim_id = ANY ($2::uuid[]) RETURNING claim_id)
  INSERT INTO claim_releases (tenant_id, claim_id, reason) SELECT $1, claim_id, 'expired' FROM dropped
  ON CONFLICT (tenant_id, claim_id) DO NOTHING`;

/** Leases that lapsed without anybody releasing them. */
export function dropLapsed(tenantId: string, claimIds: readonly string[]): Statement {
  return { name: 'claims_drop_lapsed', text: DROP, values: [tenantId, claimIds] };
}

const INSERT = `
  INSERT INTO claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive, expires_at, confirmed_at)
  VALUES ($1, $2, $3, 'reservation', $4, tstzrange($5, $6, '[)'), $7, $8, $9, CASE WHEN $4 = 'confirmed' THEN now() END)`;
const UPDATE = `
  UPDATE claims SET state = $3, expires_at = $4,
    confirmed_at = CASE WHEN $3 = 'confirmed' THEN coalesce(confirmed_at, now()) END
  WHERE tenant_id = $1 AND claim_id = $2`;
const DELETE_TOMBSTONE = 'DELETE FROM claim_releases WHERE tenant_id = $1 AND claim_id = $2';

/** What makes the ruling true, given what was seen. */
export function writeClaim(
  tenantId: string,
  { claimId, resourceId }: ClaimSubject,
  scene: ClaimContext,
  claim: NewClaim,
): Statement[] {
  const { span, state, units, exclusive } = claim;
  const expiresAt = claim.expiresAt?.toString() ?? null;
  if (scene.own !== undefined)
    return [{ name: 'claims_update', text: UPDATE, values: [tenantId, claimId, state, expiresAt] }];
  const [start, end] = boundsOf(span);
  const values = [tenantId, claimId, resourceId, state, start, end, units, exclusive, expiresAt];
  const insert = { name: 'claims_insert', text: INSERT, values };
  if (scene.released === undefined) return [insert];
  return [{ name: 'claims_unbury', text: DELETE_TOMBSTONE, values: [tenantId, claimId] }, insert];
}

const STATE = 'SELECT state FROM claims WHERE tenant_id = $1 AND claim_id = $2';
const DELETE = 'DELETE FROM claims WHERE tenant_id = $1 AND claim_id = $2';
/** An expiry never softens a reason that was final, but a final reason hardens an expiry. */
const BURY = `
  INSERT INTO claim_releases (tenant_id, claim_id, reason) VALUES ($1, $2, $3)
  ON CONFLICT (tenant_id, claim_id) DO UPDATE SET reason = excluded.reason, released_at = now()
  WHERE claim_releases.reason = 'expired' AND excluded.reason <> 'expired'`;

export function stateOf(tenantId: string, claimId: string): Statement {
  return { name: 'claims_state', text: STATE, values: [tenantId, claimId] };
}

/** Of the first time: a guest leaves once. */
const RECORD_DEPARTURE = `
  UPDATE claims SET left_at = now() WHERE tenant_id = $1 AND claim_id = $2 AND left_at IS NULL`;

export function recordDeparture(tenantId: string, claimId: string): Statement {
  return { name: 'claims_record_departure', text: RECORD_DEPARTURE, values: [tenantId, claimId] };
}

export function bury(tenantId: string, claimId: string, reason: ReleaseReason): Statement[] {
  return [
    { name: 'claims_delete', text: DELETE, values: [tenantId, claimId] },
    { name: 'claims_bury', text: BURY, values: [tenantId, claimId, reason] },
  ];
}
