import { namedStatement } from '@lodging/kit-postgres';
import type { ReadStatement, Statement } from '@lodging/kit-postgres';
import type { ClaimState, ExistingClaim } from '../../domain/claims/claim.ts';
import type { Move, MoveTarget } from '../../domain/moves/move-claim.ts';
import type { ResourceKind } from '../../domain/time/resource-kind.ts';
import { widestSpan } from '../../domain/time/stay.ts';
import type { ResourceUnits, Span } from '../../domain/time/stay.ts';
import type { ClaimKind, TakenUnits } from '../../domain/units/peak-units.ts';
import type { MovedClaim } from '../../ports/moves.ts';
import { OVERLAPS_SPAN, spanBounds } from '../units/span-bounds.ts';
import type { SpanBounds } from '../units/span-bounds.ts';
import { lockKey, lockTimeout } from '../claims/claim-statements.ts';

export interface MoveKey {
  readonly tenantId: string;
  readonly moveId: string;
}

export interface ClaimWithParts {
  readonly tenantId: string;
  readonly claimId: string;
  readonly partIds: readonly string[];
}

/**
 * The locks of the resource of the claim and of the target, in the order of their ids, so that two moves cannot deadlock.
 * The select list is evaluated in order: the second lock is waited for in what the first one left of the timeout.
 */
const lockStatement = namedStatement<{
  tenantId: string;
  claimId: string;
  resourceId: string;
  timeoutMs: number;
}>(
  'moves_lock',
  `SELECT c.resource_id::text AS "resourceId",
     set_config('lock_timeout', $timeoutMs::int || 'ms', true),
     pg_advisory_xact_lock(${lockKey('least(c.resource_id, $resourceId::uuid)::text')}),
     set_config('lock_timeout', greatest(1, $timeoutMs::int - trunc(extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000)::int) || 'ms', true),
     pg_advisory_xact_lock(${lockKey('greatest(c.resource_id, $resourceId::uuid)::text')})
   FROM (SELECT) AS one LEFT JOIN claims c ON c.tenant_id = $tenantId AND c.claim_id = $claimId`,
);

export function lockBothResources(
  tenantId: string,
  { claimId, resourceId }: { readonly claimId: string; readonly resourceId: string },
  timeoutMs: number,
): Statement {
  return lockStatement({ tenantId, claimId, resourceId, timeoutMs: lockTimeout(timeoutMs) });
}

export interface LockedRow {
  /** The resource of the claim before the wait for the locks; null without the claim. */
  readonly resourceId: string | null;
}

export const findMove = namedStatement<MoveKey>(
  'moves_find',
  `SELECT state, revision, at AS "movedAt" FROM claim_moves WHERE tenant_id = $tenantId AND move_id = $moveId`,
);

/** A move as it was made, or given up. */
export type MoveRow =
  | MovedClaim
  | { readonly state: null; readonly revision: null; readonly movedAt: Temporal.Instant };

export function wasMade(move: MoveRow): move is MovedClaim {
  return move.state !== null;
}

/** The move is not made from now on. */
export const giveUpMove = namedStatement<MoveKey & { readonly claimId: string }>(
  'moves_give_up',
  'INSERT INTO claim_moves (tenant_id, move_id, claim_id, at) VALUES ($tenantId, $moveId, $claimId, now())',
);

/** Those that were made: a move that was given up is never made. */
export const forgetMoves = namedStatement<{ tenantId: string; claimId: string }>(
  'moves_forget',
  'DELETE FROM claim_moves WHERE tenant_id = $tenantId AND claim_id = $claimId AND state IS NOT NULL',
);

/** Locks the claim: its release waits for the move, and no part of it is made meanwhile. */
export const lockClaim = namedStatement<{ tenantId: string; claimId: string }>(
  'moves_lock_claim',
  `SELECT resource_id AS "resourceId", state, units, starts_at AS "startsAt", ends_at AS "endsAt",
     expires_at AS "expiresAt", coalesce(expires_at <= clock_timestamp(), false) AS expired, revision,
     clock_timestamp() AS now
   FROM claims WHERE tenant_id = $tenantId AND claim_id = $claimId AND kind = 'reservation' AND part_of IS NULL
   FOR UPDATE`,
);

export type LockedClaimRow = Omit<ExistingClaim, 'span'> & {
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
  readonly now: Temporal.Instant;
};

export function readLockedClaim(row: LockedClaimRow | undefined): ExistingClaim | undefined {
  if (row === undefined) return undefined;
  const { startsAt, endsAt, now: _now, ...claim } = row;
  return { ...claim, span: { start: startsAt.epochMilliseconds, end: endsAt.epochMilliseconds } };
}

/** Of claims that are read one by one, as in `claims_context`. */
const MOST_CLAIMS = 1_000;
/** Neither the claim itself nor the parts of its change. */
const IS_OTHER = `c.claim_id <> $claimId
  AND (c.part_of IS NULL OR c.part_of <> $claimId OR c.claim_id <> ALL ($partIds::uuid[]))`;

type TargetValues = ClaimWithParts & SpanBounds & { readonly resourceId: string };

/** The resource of the target: a row for each claim nearby, or one without; above MOST_CLAIMS they are incomplete. */
const targetStatement = namedStatement<TargetValues>(
  'moves_target',
  `SELECT r.kind AS "resourceKind", r.timezone, r.units AS "resourceUnits",
     c.claim_id AS "claimId", c.kind, c.units, c.starts_at AS "startsAt", c.ends_at AS "endsAt",
     coalesce(c.expires_at <= clock_timestamp(), false) AS expired
   FROM (SELECT) AS one
     LEFT JOIN resources r ON r.tenant_id = $tenantId AND r.id = $resourceId
     LEFT JOIN LATERAL (
       SELECT c.claim_id, c.kind, c.units, c.starts_at, c.ends_at, c.expires_at FROM claims c
       WHERE c.tenant_id = $tenantId AND c.resource_id = $resourceId AND ${IS_OTHER} AND ${OVERLAPS_SPAN}
       LIMIT ${MOST_CLAIMS + 1}) c ON true`,
);

/** Of claims that are too many, the most units that the others take at a moment of the span. */
const peakStatement = namedStatement<TargetValues>(
  'moves_peak',
  `WITH others AS MATERIALIZED (
     SELECT greatest(c.starts_at, $start) AS starts_at, c.ends_at, c.units FROM claims c
     WHERE c.tenant_id = $tenantId AND c.resource_id = $resourceId AND ${IS_OTHER} AND ${OVERLAPS_SPAN}
       AND (c.state = 'confirmed' OR c.expires_at > clock_timestamp()))
   SELECT coalesce(max(taken), 0)::int AS units FROM (
     -- At one moment, what ends is before what begins.
     SELECT sum(units) OVER (ORDER BY at, units ROWS UNBOUNDED PRECEDING) AS taken
     FROM (SELECT starts_at AS at, units FROM others UNION ALL SELECT ends_at, -units FROM others) changes) levels`,
);

export function loadTarget(claim: ClaimWithParts, { resourceId, window }: MoveTarget): ReadStatement {
  return targetStatement({ ...claim, resourceId, ...spanBounds(widestSpan(window)) });
}

export function findTargetPeak(claim: ClaimWithParts, resourceId: string, span: Span): ReadStatement {
  return peakStatement({ ...claim, resourceId, ...spanBounds(span) });
}

export interface TargetRow {
  readonly resourceKind: ResourceKind | null;
  readonly timezone: string;
  readonly resourceUnits: number;
  readonly claimId: string | null;
  readonly kind: ClaimKind;
  readonly units: number;
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
  readonly expired: boolean;
}

export interface Target {
  readonly resource: ResourceUnits | undefined;
  readonly taken: readonly TakenUnits[];
  /** The leases among them that have lapsed. */
  readonly expiredIds: readonly string[];
  readonly isIncomplete: boolean;
}

export function readTarget(rows: readonly TargetRow[]): Target {
  const [head] = rows;
  if (head === undefined) throw new Error('the target of a move has no row');
  const { resourceKind: kind, timezone, resourceUnits: units } = head;
  return {
    resource: kind === null ? undefined : { kind, timezone, units },
    taken: rows.flatMap(({ claimId, expired, startsAt, endsAt, ...taken }) =>
      claimId === null || expired
        ? []
        : [
            {
              kind: taken.kind,
              units: taken.units,
              start: startsAt.epochMilliseconds,
              end: endsAt.epochMilliseconds,
            },
          ],
    ),
    expiredIds: rows.flatMap(({ claimId, expired }) => (claimId !== null && expired ? [claimId] : [])),
    isIncomplete: rows.length > MOST_CLAIMS,
  };
}

const moveStatement = namedStatement<
  MoveKey & {
    readonly claimId: string;
    readonly resourceId: string;
    readonly start: string;
    readonly end: string;
    readonly units: number;
    readonly exclusive: boolean;
    readonly state: ClaimState;
    readonly revision: number;
    readonly movedAt: string;
  }
>(
  'moves_write',
  `WITH moved AS (
     UPDATE claims SET resource_id = $resourceId, during = tstzrange($start, $end, '[)'), units = $units,
       exclusive = $exclusive, revision = $revision, moved_at = $movedAt
     WHERE tenant_id = $tenantId AND claim_id = $claimId)
   INSERT INTO claim_moves (tenant_id, move_id, claim_id, state, revision, at)
   VALUES ($tenantId, $moveId, $claimId, $state, $revision, $movedAt)`,
);

export function writeMove(
  { tenantId, moveId, claimId }: MoveKey & { readonly claimId: string },
  { to, exclusive }: Move,
  { state, revision, movedAt }: MovedClaim,
): Statement {
  const { start, end } = spanBounds(to.span);
  return moveStatement({
    tenantId,
    moveId,
    claimId,
    resourceId: to.resourceId,
    start,
    end,
    units: to.units,
    exclusive,
    state,
    revision,
    movedAt: movedAt.toString(),
  });
}

/** As long as a booking can be changed under the same request. */
export const PURGE_MOVES: Statement = {
  name: 'moves_purge',
  text: `DELETE FROM claim_moves WHERE at < now() - interval '30 days'`,
};
