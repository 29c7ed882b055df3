import { insertLists, namedStatement, selectList } from '@lodging/kit-postgres';
import type { Statement } from '@lodging/kit-postgres';
import { claimSpansOf } from '../../domain/blocks/own-block.ts';
import type { BlockedUnits, OwnBlock } from '../../domain/blocks/own-block.ts';
import type { ResourceKind } from '../../domain/time/resource-kind.ts';
import type { BlockKey } from '../../ports/blocks.ts';
import type { ResourceKey } from '../resources/resource-statements.ts';
import { blocks } from '../schema.ts';
import { timestampOf } from '../units/span-bounds.ts';

interface BlockId {
  readonly tenantId: string;
  readonly blockId: string;
}

/** After the lock, so that the time is not that before the wait. One row, also where there is no such resource. */
export const findResource = namedStatement<ResourceKey>(
  'block_resource',
  `SELECT clock_timestamp() AS now, r.id, r.kind, r.timezone, r.units, r.check_in_time AS "checkInTime",
     r.check_out_time AS "checkOutTime"
   FROM (SELECT) AS one LEFT JOIN resources r ON r.tenant_id = $tenantId AND r.id = $resourceId`,
);

export type ResourceRow = { readonly now: Temporal.Instant } & (
  | BlockedUnits
  | { readonly [Key in keyof BlockedUnits]: null }
);

export const findKey = namedStatement<{ tenantId: string; idempotencyKey: string }>(
  'block_key',
  `SELECT fingerprint, block_id AS "blockId" FROM block_keys
   WHERE tenant_id = $tenantId AND idempotency_key = $idempotencyKey AND created_at > now() - interval '30 days'`,
);

export const BLOCK_COLUMNS = selectList(blocks, { except: ['tenantId'], alias: 'b' });

export const findBlock = namedStatement<BlockId>(
  'block_read',
  `SELECT ${BLOCK_COLUMNS}, r.kind AS "resourceKind"
   FROM blocks b JOIN resources r ON r.tenant_id = b.tenant_id AND r.id = b.resource_id
   WHERE b.tenant_id = $tenantId AND b.id = $blockId`,
);

export type BlockRow = Omit<typeof blocks.$inferSelect, 'tenantId'> & { readonly resourceKind: ResourceKind };

export function readBlock(row: BlockRow): OwnBlock {
  const { startsAt, endsAt, startsAtInstant, endsAtInstant, resourceKind: _kind, ...block } = row;
  const span = { start: startsAt.epochMilliseconds, end: endsAt.epochMilliseconds };
  return { ...block, span, startsAt: startsAtInstant, endsAt: endsAtInstant };
}

export const countLiving = namedStatement<{ tenantId: string }>(
  'blocks_count_living',
  `SELECT count(*)::int AS count FROM blocks WHERE tenant_id = $tenantId AND ends_at_instant > clock_timestamp()`,
);

const inserted = insertLists(blocks, {});
const insertStatement = namedStatement<object>(
  'block_insert',
  `INSERT INTO blocks (${inserted.columns}) VALUES (${inserted.values})`,
);
const updateStatement = namedStatement<object>(
  'block_update',
  `UPDATE blocks SET starts_at = $startsAt, ends_at = $endsAt, starts_at_instant = $startsAtInstant,
     ends_at_instant = $endsAtInstant, units = $units, kind = $kind, note = $note, version = $version, revision = $revision,
     dates_changed_at = $datesChangedAt, updated_at = $updatedAt
   WHERE tenant_id = $tenantId AND id = $id`,
);

function rowOf(tenantId: string, { span, ...block }: OwnBlock) {
  return {
    ...block,
    tenantId,
    startsAt: timestampOf(span.start),
    endsAt: timestampOf(span.end),
    startsAtInstant: block.startsAt.toString(),
    endsAtInstant: block.endsAt.toString(),
    datesChangedAt: block.datesChangedAt.toString(),
    createdAt: block.createdAt.toString(),
    updatedAt: block.updatedAt.toString(),
  };
}

/** A key that is older than 30 days is replaced; one that another request has used meanwhile fails the transaction. */
const insertKey = namedStatement<BlockId & Omit<BlockKey, 'blockId'> & { idempotencyKey: string }>(
  'block_key_insert',
  `WITH old AS (
     DELETE FROM block_keys WHERE tenant_id = $tenantId AND idempotency_key = $idempotencyKey
       AND created_at <= now() - interval '30 days')
   INSERT INTO block_keys (tenant_id, idempotency_key, fingerprint, block_id)
   VALUES ($tenantId, $idempotencyKey, $fingerprint, $blockId)`,
);

export function insertBlock(
  tenantId: string,
  block: OwnBlock,
  key: { readonly idempotencyKey: string; readonly fingerprint: string },
): Statement[] {
  return [insertKey({ tenantId, ...key, blockId: block.id }), insertStatement(rowOf(tenantId, block))];
}

export function updateBlock(tenantId: string, block: OwnBlock): Statement {
  return updateStatement(rowOf(tenantId, block));
}

const insertClaim = namedStatement<object>(
  'block_claim',
  `INSERT INTO claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive, confirmed_at, block_id)
   VALUES ($tenantId, $claimId, $resourceId, 'external_block', 'confirmed', tstzrange($start, $end, '[)'), $units, false,
     now(), $blockId)`,
);

/** The first claim has the id of the block. */
export function claimBlock(tenantId: string, block: OwnBlock, newId: () => string): Statement[] {
  const { id: blockId, resourceId, units, span } = block;
  return claimSpansOf(span).map(({ start, end }, index) => {
    const claimId = index === 0 ? blockId : newId();
    const bounds = { start: timestampOf(start), end: timestampOf(end) };
    return insertClaim({ tenantId, claimId, resourceId, blockId, units, ...bounds });
  });
}

export const deleteClaims = namedStatement<BlockId>(
  'block_delete_claims',
  'DELETE FROM claims WHERE tenant_id = $tenantId AND block_id = $blockId',
);
export const deleteBlock = namedStatement<BlockId>(
  'block_delete',
  'DELETE FROM blocks WHERE tenant_id = $tenantId AND id = $blockId',
);

export const PURGE_KEYS: Statement = {
  name: 'block_keys_purge',
  text: `DELETE FROM block_keys WHERE created_at < now() - interval '30 days'`,
};
