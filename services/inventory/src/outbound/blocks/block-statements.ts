import { namedStatement } from '@lodging/kit-postgres';
import type { Statement } from '@lodging/kit-postgres';
import type { ImportedBlock, StoredBlock } from '../../domain/blocks/block.ts';
import type { ActiveClaim } from '../../domain/blocks/find-conflicts.ts';
import type { BlockUpdate } from '../../domain/blocks/plan-block-changes.ts';
import type { ResourceUnits, Span } from '../../domain/time/stay.ts';
import type { BlockSync } from '../../ports/claims.ts';
import { lockKey } from '../claims/claim-statements.ts';
import { arraysOf, assignments, copyLists, rowsFromArrays } from '../column-sql.ts';
import { claims, externalBlocks } from '../schema.ts';
import { timestampOf } from '../units/span-bounds.ts';

interface SyncParameters extends BlockSync {
  readonly tenantId: string;
}

/** Statements of thousands of array elements are not prepared: a generic plan would not know their number. */
function unprepared<Values extends object>(text: string): (values: Values) => Statement {
  const statement = namedStatement<Values>('blocks', text);
  return (values) => ({ ...statement(values), name: undefined });
}

/** The timeouts of this transaction; below the time after which the client closes a silent connection. */
export const SET_TIMEOUTS: Statement = {
  name: 'blocks_lock_timeout',
  text: `SELECT set_config('statement_timeout', '4500ms', true), set_config('lock_timeout', '3s', true),
           set_config('idle_in_transaction_session_timeout', '20s', true)`,
};

/** Returns no row for an outdated sync. Otherwise the row is locked until the commit: one sync of a connection at a time. */
export const lockConnection = namedStatement<SyncParameters>(
  'blocks_take_step',
  `INSERT INTO block_steps AS last (tenant_id, connection_id, sequence) VALUES ($tenantId, $connectionId, $sequence)
   ON CONFLICT (tenant_id, connection_id) DO UPDATE SET sequence = excluded.sequence, applied_at = now()
     WHERE last.sequence <= excluded.sequence
   RETURNING clock_timestamp() AS now`,
);

export type ResourceRow = ResourceUnits & { readonly id: string };

export const findResources = namedStatement<SyncParameters>(
  'blocks_places',
  `SELECT id, kind, timezone, units FROM resources
   WHERE tenant_id = $tenantId AND (id = ANY ($resourceIds::uuid[]) OR id IN (
     SELECT resource_id FROM external_blocks WHERE tenant_id = $tenantId AND connection_id = $connectionId))`,
);

/**
 * Two days back, because local days differ from those of UTC. The bounds are converted here, and an `inbound_event` that
 * equals the key is not sent, because a connection may have 20,000 blocks.
 */
export const findStored = unprepared<SyncParameters>(
  `SELECT b.id, b.key, b.resource_id AS "resourceId", b.listing_id AS "listingId",
     nullif(b.inbound_event, b.key) AS "inboundEvent",
     b.event_starts_at AS "startsAt", b.event_ends_at AS "endsAt", b.revision, b.claim_ids::text[] AS "claimIds",
     (extract(epoch FROM b.starts_at) * 1000)::float8 AS start, (extract(epoch FROM b.ends_at) * 1000)::float8 AS "end"
   FROM external_blocks b LEFT JOIN unnest($keys::text[]) AS given (key) ON given.key = b.key
   WHERE b.tenant_id = $tenantId AND b.connection_id = $connectionId
     AND (b.ends_at > now() - interval '2 days' OR given.key IS NOT NULL)
   ORDER BY b.id`,
);

export type StoredRow = Omit<StoredBlock, 'inboundEvent'> & { readonly inboundEvent: string | null };

export function readStored(row: StoredRow): StoredBlock {
  return { ...row, inboundEvent: row.inboundEvent ?? row.key };
}

export const deleteClaims = unprepared<{ tenantId: string; claimIds: readonly string[] }>(
  'DELETE FROM claims WHERE tenant_id = $tenantId AND claim_id = ANY ($claimIds::uuid[])',
);

export const deleteBlocks = unprepared<{ tenantId: string; ids: readonly string[] }>(
  'DELETE FROM external_blocks WHERE tenant_id = $tenantId AND id = ANY ($ids::uuid[])',
);

/** A block with its claims, as it is written. */
export interface PlacedBlock extends ImportedBlock {
  readonly id: string;
  readonly revision: number;
  readonly claims: readonly (Span & { readonly claimId: string })[];
}

function blockRow(block: PlacedBlock) {
  return {
    ...labelsOf(block),
    id: block.id,
    resourceId: block.resourceId,
    startsAt: timestampOf(block.start),
    endsAt: timestampOf(block.end),
    claimIds: `{${block.claims.map(({ claimId }) => claimId).join()}}`,
    revision: block.revision,
  };
}

function labelsOf({ key, listingId, inboundEvent, startsAt, endsAt }: ImportedBlock) {
  return { key, listingId, inboundEvent, eventStartsAt: startsAt, eventEndsAt: endsAt };
}

const LABELS = ['key', 'listingId', 'inboundEvent', 'eventStartsAt', 'eventEndsAt'] as const;
const MOVED = [...LABELS, 'startsAt', 'endsAt', 'claimIds', 'revision'] as const;
const ADDED = ['id', 'resourceId', ...MOVED] as const;
/** The ids of the claims of each block are one text. */
const TEXT_IDS = { claimIds: 'text' };
const expressions = { claimIds: 'new.claim_ids::uuid[]' };

const added = copyLists(externalBlocks, 'new', { only: ADDED, expressions });
const insertStatement = unprepared<object>(
  `INSERT INTO external_blocks (tenant_id, connection_id, ${added.columns})
   SELECT $tenantId, $connectionId, ${added.values} FROM ${rowsFromArrays(externalBlocks, ADDED, TEXT_IDS)}`,
);

export function insertBlocks(
  tenantId: string,
  connectionId: string,
  blocks: readonly PlacedBlock[],
): Statement {
  return insertStatement({ tenantId, connectionId, ...arraysOf(blocks.map(blockRow), ADDED) });
}

const moveStatement = unprepared<object>(
  `UPDATE external_blocks b SET ${assignments(externalBlocks, { only: MOVED, expressions })}, changed_at = now()
   FROM ${rowsFromArrays(externalBlocks, ['id', ...MOVED], TEXT_IDS)}
   WHERE b.tenant_id = $tenantId AND b.id = new.id`,
);

export function moveBlocks(tenantId: string, blocks: readonly PlacedBlock[]): Statement {
  return moveStatement({ tenantId, ...arraysOf(blocks.map(blockRow), ['id', ...MOVED]) });
}

/** Labels are not shown to other calendars, so neither the revision nor the time of the change is new. */
const relabelStatement = unprepared<object>(
  `UPDATE external_blocks b SET ${assignments(externalBlocks, { only: LABELS })}
   FROM ${rowsFromArrays(externalBlocks, ['id', ...LABELS])}
   WHERE b.tenant_id = $tenantId AND b.id = new.id`,
);

export function relabelBlocks(tenantId: string, updates: readonly BlockUpdate[]): Statement {
  const rows = updates.map(({ stored: { id }, imported }) => ({ id, ...labelsOf(imported) }));
  return relabelStatement({ tenantId, ...arraysOf(rows, ['id', ...LABELS]) });
}

const CLAIMED = ['claimId', 'resourceId', 'startsAt', 'endsAt'] as const;
const claimStatement = unprepared<object>(
  `INSERT INTO claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive, confirmed_at)
   SELECT $tenantId, new.claim_id, new.resource_id, 'external_block', 'confirmed',
     tstzrange(new.starts_at, new.ends_at, '[)'), 1, false, now()
   FROM ${rowsFromArrays(claims, CLAIMED)}`,
);

/** Each block takes one unit. */
export function claimBlocks(tenantId: string, blocks: readonly PlacedBlock[]): Statement {
  const rows = blocks.flatMap(({ resourceId, claims: spans }) =>
    spans.map(({ claimId, start, end }) => ({
      claimId,
      resourceId,
      startsAt: timestampOf(start),
      endsAt: timestampOf(end),
    })),
  );
  return claimStatement({ tenantId, ...arraysOf(rows, CLAIMED) });
}

const lockStatement = namedStatement<{ resourceIds: readonly string[] }>(
  'blocks_lock_resources',
  `SELECT pg_advisory_xact_lock(${lockKey('id')}) FROM unnest($resourceIds::text[]) AS id`,
);

/** Takes the locks of `claims_lock` in one order for all transactions, so that two cannot deadlock. */
export function lockResources(resourceIds: readonly string[]): Statement {
  return lockStatement({ resourceIds: resourceIds.toSorted() });
}

/**
 * All active claims that end after `since`, one text for each resource, which is faster to read than a row for each. The
 * claim of a guest who has left takes its units, but causes no conflict, and so does a part of a change.
 */
export const findActiveClaims = namedStatement<{
  tenantId: string;
  resourceIds: readonly string[];
  since: readonly string[];
}>(
  'blocks_taken',
  `SELECT r.id, (
     SELECT string_agg(CASE WHEN c.kind = 'reservation' AND c.left_at IS NULL AND c.part_of IS NULL
       THEN c.claim_id::text ELSE '' END || ' ' || c.units || ' ' || trunc(extract(epoch FROM c.starts_at) * 1000)
       || ' ' || trunc(extract(epoch FROM c.ends_at) * 1000), ',')
     FROM claims c
     WHERE c.tenant_id = $tenantId AND c.resource_id = r.id AND c.ends_at > r.since
       AND (c.state = 'confirmed' OR c.expires_at > clock_timestamp())) AS claims
   FROM unnest($resourceIds::uuid[], $since::timestamptz[]) AS r (id, since)`,
);

export interface ActiveClaimsRow {
  readonly id: string;
  readonly claims: string | null;
}

export function readActiveClaims({ claims: text }: ActiveClaimsRow): ActiveClaim[] {
  if (text === null) return [];
  return text.split(',').map((claim) => {
    const [reservationId = '', units, start, end] = claim.split(' ');
    return {
      reservationId: reservationId === '' ? null : reservationId,
      units: Number(units),
      start: Number(start),
      end: Number(end),
    };
  });
}
