import type { Statement } from '@lodging/kit-postgres';
import type { KnownBlock, Place, WantedBlock } from '../domain/block.ts';
import type { TakenClaim } from '../domain/find-conflicts.ts';
import type { ChangedBlock } from '../domain/replace-blocks.ts';
import type { Span } from '../domain/stay.ts';
import type { BlockStep } from '../use-cases/ports.ts';
import { momentOf } from './stay-statements.ts';

/** For this transaction alone. Still below the silence after which the client takes the server for dead. */
export const BE_PATIENT: Statement = {
  name: 'blocks_patience',
  text: `SELECT set_config('statement_timeout', '4500ms', true), set_config('lock_timeout', '3s', true),
           set_config('idle_in_transaction_session_timeout', '20s', true)`,
};

/** No row: a later step was taken. Else the row is the lock of the connection until the commit. */
const TAKE_STEP = `
  INSERT INTO block_steps AS last (tenant_id, connection_id, sequence) VALUES ($1, $2, $3)
  ON CONFLICT (tenant_id, connection_id) DO UPDATE SET sequence = excluded.sequence, applied_at = now()
    WHERE last.sequence <= excluded.sequence
  RETURNING clock_timestamp() AS now`;

export function takeStep(tenantId: string, { connectionId, sequence }: BlockStep): Statement {
  return { name: 'blocks_take_step', text: TAKE_STEP, values: [tenantId, connectionId, sequence] };
}

const PLACES = `
  SELECT id, kind, timezone, units FROM resources
  WHERE tenant_id = $1 AND (id = ANY ($3::uuid[]) OR id IN (
    SELECT resource_id FROM external_blocks WHERE tenant_id = $1 AND connection_id = $2))`;

export type PlaceRow = Place & { readonly id: string };

export function places(tenantId: string, { connectionId, resourceIds }: BlockStep): Statement {
  return { name: 'blocks_places', text: PLACES, values: [tenantId, connectionId, resourceIds] };
}

/** Two days back, because no local day is further from UTC. Ends are counted in the database: there are so many. */
const KNOWN = `
  SELECT b.id, b.key, b.resource_id AS "resourceId", b.listing_id AS "listingId",
    nullif(b.inbound_event, b.key) AS "inboundEvent",
    b.event_starts_at AS "startsAt", b.event_ends_at AS "endsAt", b.revision, b.claim_ids::text[] AS "claimIds",
    (extract(epoch FROM b.starts_at) * 1000)::float8 AS start, (extract(epoch FROM b.ends_at) * 1000)::float8 AS "end"
  FROM external_blocks b LEFT JOIN unnest($3::text[]) AS given (key) ON given.key = b.key
  WHERE b.tenant_id = $1 AND b.connection_id = $2 AND (b.ends_at > now() - interval '2 days' OR given.key IS NOT NULL)
  ORDER BY b.id`;

export function known(tenantId: string, { connectionId, keys }: BlockStep): Statement {
  return { text: KNOWN, values: [tenantId, connectionId, keys] };
}

/** What most blocks say twice comes, and is kept in memory, once. */
export type KnownRow = Omit<KnownBlock, 'inboundEvent'> & { readonly inboundEvent: string | null };

export function readKnown(row: KnownRow): KnownBlock {
  return { ...row, inboundEvent: row.inboundEvent ?? row.key };
}

export function removeClaims(tenantId: string, blocks: readonly KnownBlock[]): Statement {
  const text = 'DELETE FROM claims WHERE tenant_id = $1 AND claim_id = ANY ($2::uuid[])';
  return { text, values: [tenantId, blocks.flatMap(({ claimIds }) => claimIds)] };
}

export function removeBlocks(tenantId: string, blocks: readonly KnownBlock[]): Statement {
  const text = 'DELETE FROM external_blocks WHERE tenant_id = $1 AND id = ANY ($2::uuid[])';
  return { text, values: [tenantId, blocks.map(({ id }) => id)] };
}

/** A block with its claims, as it is to be kept. */
export interface PlacedBlock extends WantedBlock {
  readonly id: string;
  readonly revision: number;
  readonly parts: readonly (Span & { readonly claimId: string })[];
}

/** An array within an array would have to be as long as its neighbours, so the claims' ids travel as one text each. */
const COLUMNS = `
  unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::timestamptz[],
    $10::timestamptz[], $11::text[], $12::int[])
  AS new (id, resource_id, key, listing_id, inbound_event, event_starts_at, event_ends_at, starts_at, ends_at, claim_ids,
    revision)`;
const ADD = `
  INSERT INTO external_blocks (tenant_id, connection_id, id, resource_id, key, listing_id, inbound_event, event_starts_at,
    event_ends_at, starts_at, ends_at, claim_ids, revision)
  SELECT $1, $13, id, resource_id, key, listing_id, inbound_event, event_starts_at, event_ends_at, starts_at, ends_at,
    claim_ids::uuid[], revision FROM ${COLUMNS}`;
const MOVE = `
  UPDATE external_blocks b SET (key, listing_id, inbound_event, event_starts_at, event_ends_at, starts_at, ends_at,
    claim_ids, revision, changed_at) = (new.key, new.listing_id, new.inbound_event, new.event_starts_at,
    new.event_ends_at, new.starts_at, new.ends_at, new.claim_ids::uuid[], new.revision, now())
  FROM ${COLUMNS} WHERE b.tenant_id = $1 AND b.id = new.id`;

export function addBlocks(tenantId: string, connectionId: string, blocks: readonly PlacedBlock[]): Statement {
  return { text: ADD, values: [tenantId, ...columnsOf(blocks), connectionId] };
}

export function moveBlocks(tenantId: string, blocks: readonly PlacedBlock[]): Statement {
  return { text: MOVE, values: [tenantId, ...columnsOf(blocks)] };
}

function columnsOf(blocks: readonly PlacedBlock[]): unknown[] {
  return [
    blocks.map(({ id }) => id),
    blocks.map(({ resourceId }) => resourceId),
    blocks.map(({ key }) => key),
    blocks.map(({ listingId }) => listingId),
    blocks.map(({ inboundEvent }) => inboundEvent),
    blocks.map(({ startsAt }) => startsAt),
    blocks.map(({ endsAt }) => endsAt),
    blocks.map(({ start }) => momentOf(start)),
    blocks.map(({ end }) => momentOf(end)),
    blocks.map(({ parts }) => `{${parts.map(({ claimId }) => claimId).join()}}`),
    blocks.map(({ revision }) => revision),
  ];
}

/** Nobody outside sees these, so neither the revision nor the time of the change. */
const RENAME = `
  UPDATE external_blocks b SET key = new.key, listing_id = new.listing_id, inbound_event = new.inbound_event,
    event_starts_at = new.event_starts_at, event_ends_at = new.event_ends_at
  FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[])
    AS new (id, key, listing_id, inbound_event, event_starts_at, event_ends_at)
  WHERE b.tenant_id = $1 AND b.id = new.id`;

export function renameBlocks(tenantId: string, blocks: readonly ChangedBlock[]): Statement {
  const columns = [
    blocks.map(({ known: { id } }) => id),
    blocks.map(({ wanted: { key } }) => key),
    blocks.map(({ wanted: { listingId } }) => listingId),
    blocks.map(({ wanted: { inboundEvent } }) => inboundEvent),
    blocks.map(({ wanted: { startsAt } }) => startsAt),
    blocks.map(({ wanted: { endsAt } }) => endsAt),
  ];
  return { text: RENAME, values: [tenantId, ...columns] };
}

const CLAIM = `
  INSERT INTO claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive, confirmed_at)
  SELECT $1, new.id, new.resource_id, 'external_block', 'confirmed', tstzrange(new.starts_at, new.ends_at, '[)'), 1, false,
    now()
  FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[]) AS new (id, resource_id, starts_at, ends_at)`;

/** An event takes one unit. */
export function claimBlocks(tenantId: string, blocks: readonly PlacedBlock[]): Statement {
  const parts = blocks.flatMap((block) =>
    block.parts.map((part) => ({ ...part, resourceId: block.resourceId })),
  );
  const columns = [
    parts.map(({ claimId }) => claimId),
    parts.map(({ resourceId }) => resourceId),
    parts.map(({ start }) => momentOf(start)),
    parts.map(({ end }) => momentOf(end)),
  ];
  return { text: CLAIM, values: [tenantId, ...columns] };
}

/** The very locks that claims take, one after the other in the order given. */
const LOCK_ALL = `
  SELECT pg_advisory_xact_lock(hashtextextended('inventory.claims.' || id, 0)) FROM unnest($1::text[]) AS id`;

export function lockResources(resourceIds: readonly string[]): Statement {
  return { name: 'blocks_lock_resources', text: LOCK_ALL, values: [resourceIds.toSorted()] };
}

/**
 * Everything that is not over, as one text for each resource, because a row for each takes longer to read. A stay whose
 * guest has left takes its units, and is in nobody's way.
 */
const TAKEN = `
  SELECT r.id, (
    SELECT string_agg(CASE WHEN c.kind = 'reservation' AND c.left_at IS NULL THEN c.claim_id::text ELSE '' END || ' ' || c.units || ' '
      || trunc(extract(epoch FROM c.starts_at) * 1000) || ' ' || trunc(extract(epoch FROM c.ends_at) * 1000), ',')
    FROM claims c
    WHERE c.tenant_id = $1 AND c.resource_id = r.id AND c.ends_at > r.since
      AND (c.state = 'confirmed' OR c.expires_at > clock_timestamp())) AS taken
  FROM unnest($2::uuid[], $3::timestamptz[]) AS r (id, since)`;

export interface TakenRow {
  readonly id: string;
  readonly taken: string | null;
}

export function taken(
  tenantId: string,
  since: readonly { readonly resourceId: string; readonly now: number }[],
): Statement {
  const ids = since.map(({ resourceId }) => resourceId);
  const moments = since.map(({ now }) => momentOf(now));
  return { name: 'blocks_taken', text: TAKEN, values: [tenantId, ids, moments] };
}

export function readTakenClaims({ taken: text }: TakenRow): TakenClaim[] {
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
