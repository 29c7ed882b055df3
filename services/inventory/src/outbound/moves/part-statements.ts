import { namedStatement } from '@lodging/kit-postgres';
import type { Statement } from '@lodging/kit-postgres';
import type { ReleaseReason } from '../../domain/claims/claim.ts';
import type { ClaimPart, LeasedParts, PartsContext } from '../../domain/moves/claim-parts.ts';
import { spanBounds } from '../units/span-bounds.ts';
import type { ClaimWithParts } from './move-statements.ts';

export const findParts = namedStatement<ClaimWithParts>(
  'parts_find',
  `SELECT claim_id AS id, resource_id AS "resourceId", units, starts_at AS "startsAt", ends_at AS "endsAt",
     expires_at <= clock_timestamp() AS expired
   FROM claims WHERE tenant_id = $tenantId AND claim_id = ANY ($partIds::uuid[]) AND part_of = $claimId`,
);

export interface PartRow extends Omit<ClaimPart, 'span'> {
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
  readonly expired: boolean;
}

export function readPart({ startsAt, endsAt, ...part }: PartRow): PartsContext['leased'][number] {
  return { ...part, span: { start: startsAt.epochMilliseconds, end: endsAt.epochMilliseconds } };
}

export const findTombstones = namedStatement<ClaimWithParts>(
  'parts_tombstones',
  `SELECT reason FROM claim_releases WHERE tenant_id = $tenantId AND claim_id = ANY ($partIds::uuid[])`,
);

/** Without tombstones: for parts that become the claim itself, or are leased again. */
export const deleteParts = namedStatement<ClaimWithParts>(
  'parts_delete',
  `DELETE FROM claims WHERE tenant_id = $tenantId AND claim_id = ANY ($partIds::uuid[]) AND part_of = $claimId
   RETURNING claim_id`,
);

/** A part that lapsed may be leased again; one that was released may not. */
export const writePartTombstones = namedStatement<ClaimWithParts & { reason: ReleaseReason }>(
  'parts_tombstone',
  `INSERT INTO claim_releases (tenant_id, claim_id, reason)
   SELECT $tenantId, part, $reason FROM unnest($partIds::uuid[]) AS part
   ON CONFLICT (tenant_id, claim_id) DO UPDATE SET reason = excluded.reason, released_at = now()
   WHERE claim_releases.reason = 'expired'`,
);

const deleteTombstones = namedStatement<{ tenantId: string; partIds: readonly string[] }>(
  'parts_delete_tombstones',
  'DELETE FROM claim_releases WHERE tenant_id = $tenantId AND claim_id = ANY ($partIds::uuid[])',
);

const insertParts = namedStatement<{
  tenantId: string;
  claimId: string;
  exclusive: boolean;
  expiresAt: string;
  ids: readonly string[];
  resourceIds: readonly string[];
  starts: readonly string[];
  ends: readonly string[];
  units: readonly string[];
}>(
  'parts_insert',
  `INSERT INTO claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive, expires_at, part_of)
   SELECT $tenantId, part.id, part.resource_id, 'reservation', 'held', tstzrange(part.starts_at, part.ends_at, '[)'),
     part.units, $exclusive, $expiresAt::timestamptz, $claimId
   FROM unnest($ids::uuid[], $resourceIds::uuid[], $starts::timestamptz[], $ends::timestamptz[], $units::int[])
     AS part (id, resource_id, starts_at, ends_at, units)`,
);

/** The statements that lease the parts, also those that were leased before and have lapsed. */
export function writeParts(
  claim: ClaimWithParts,
  { parts, exclusive }: LeasedParts,
  expiresAt: Temporal.Instant,
): Statement[] {
  const { tenantId, claimId, partIds } = claim;
  const bounds = parts.map(({ span }) => spanBounds(span));
  return [
    deleteParts(claim),
    deleteTombstones({ tenantId, partIds }),
    insertParts({
      tenantId,
      claimId,
      exclusive,
      expiresAt: expiresAt.toString(),
      ids: parts.map(({ id }) => id),
      resourceIds: parts.map(({ resourceId }) => resourceId),
      starts: bounds.map(({ start }) => start),
      ends: bounds.map(({ end }) => end),
      units: parts.map(({ units }) => String(units)),
    }),
  ];
}
