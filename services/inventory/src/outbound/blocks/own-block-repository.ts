import { keysetValues } from '@lodging/kernel';
import type { NewId } from '@lodging/kernel';
import { countLimitedRows, isUniqueViolation } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { BlockedUnits } from '../../domain/blocks/own-block.ts';
import type { BlockKey, LockedBlocks, OwnBlockRepository } from '../../ports/blocks.ts';
import { refuseLocked } from '../claims/claim-locks.ts';
import { lockResource } from '../claims/claim-statements.ts';
import type { MeasuredMutex } from '../claims/measured-mutex.ts';
import { EMPTY_PAGE, listPage } from '../list-page.ts';
import { listOfResources, listStatement, readListed } from './own-block-lists.ts';
import type { ListedRow } from './own-block-lists.ts';
import {
  claimBlock,
  countLiving,
  deleteBlock,
  deleteClaims,
  findBlock,
  findKey,
  findResource,
  insertBlock,
  PURGE_KEYS,
  readBlock,
  updateBlock,
} from './own-block-statements.ts';
import type { BlockRow, ResourceRow } from './own-block-statements.ts';
import { resourcePage } from './resource-pages.ts';
import type { ResourcePageRow } from './resource-pages.ts';
import { findTakenSpan, readTakenSpan } from './taken-span.ts';
import type { TakenRow } from './taken-span.ts';

interface OwnBlockDeps {
  /** Those of the claims. */
  readonly locks: MeasuredMutex;
  readonly newId: NewId;
}

/** A key that two requests use at once is found by the second one when it is tried again. */
const ATTEMPTS = 2;

export function createOwnBlockRepository(db: Database, { locks, newId }: OwnBlockDeps): OwnBlockRepository {
  return {
    async find(tenantId, blockId) {
      const [row] = await db.readInTenant<BlockRow>(tenantId, findBlock({ tenantId, blockId }));
      return row === undefined ? undefined : { block: readBlock(row), kind: row.resourceKind };
    },
    async list(tenantId, filter) {
      const position = keysetValues(filter);
      if (position === undefined) return EMPTY_PAGE;
      const rows = await db.readInTenant<ListedRow>(tenantId, listStatement(tenantId, filter, position));
      return listPage(rows, filter.limit, readListed);
    },
    async change(tenantId, resourceId, decide) {
      const once = (leftMs: number) =>
        db.inTenant(tenantId, async (tx) =>
          decide(await lockBlocks(tx, { tenantId, resourceId, newId }, leftMs)),
        );
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await locks.run(resourceId, once);
        } catch (error) {
          if (isUniqueViolation(error, 'block_keys_pkey') && attempt < ATTEMPTS) continue;
          return refuseLocked(error);
        }
      }
    },
    async listOfResources(tenantId, filter, dates, most) {
      const position = keysetValues(filter);
      if (position === undefined) return { resources: EMPTY_PAGE, blocks: [] };
      const page = resourcePage(tenantId, filter, position);
      const found = await db.readInTenant<ResourcePageRow>(tenantId, page);
      const resources = listPage(found, filter.limit, ({ created_at: _createdAt, ...resource }) => resource);
      const resourceIds = resources.rows.map(({ item }) => item.id);
      if (resourceIds.length === 0) return { resources, blocks: [] };
      const rows = await db.readInTenant<ListedRow>(
        tenantId,
        listOfResources({ tenantId, resourceIds, ...dates, most: most + 1 }),
      );
      return { resources, blocks: rows.length > most ? undefined : rows.map(readListed) };
    },
    async purgeOldKeys() {
      await db.acrossTenants((tx) => tx.query(PURGE_KEYS));
    },
  };
}

interface Place {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly newId: NewId;
}

async function lockBlocks(
  tx: Tx,
  { tenantId, resourceId, newId }: Place,
  leftMs: number,
): Promise<LockedBlocks> {
  const [, [row]] = await tx.queryAll<[unknown, ResourceRow]>([
    lockResource(resourceId, leftMs),
    findResource({ tenantId, resourceId }),
  ]);
  if (row === undefined) throw new Error('the resource of a block has no row');
  const { now, ...resource } = row;
  return {
    now,
    resource: resource.id === null ? undefined : (resource as BlockedUnits),
    async findKey(idempotencyKey) {
      const [key] = await tx.query<BlockKey>(findKey({ tenantId, idempotencyKey }));
      return key;
    },
    async find(blockId) {
      const [found] = await tx.query<BlockRow>(findBlock({ tenantId, blockId }));
      return found === undefined ? undefined : readBlock(found);
    },
    countLiving: () =>
      countLimitedRows(tx, { key: `inventory.blocks.${tenantId}`, count: countLiving({ tenantId }) }),
    async findTaken(span, units, except) {
      const place = { tenantId, resourceId, blockId: except, units };
      return readTakenSpan(await tx.query<TakenRow>(findTakenSpan(place, span)));
    },
    insert(block, key) {
      for (const statement of [...insertBlock(tenantId, block, key), ...claimBlock(tenantId, block, newId)])
        tx.atCommit(statement);
    },
    update(block, moves) {
      tx.atCommit(updateBlock(tenantId, block));
      if (!moves) return;
      const claims = [deleteClaims({ tenantId, blockId: block.id }), ...claimBlock(tenantId, block, newId)];
      for (const statement of claims) tx.atCommit(statement);
    },
    delete(blockId) {
      tx.atCommit(deleteClaims({ tenantId, blockId }));
      tx.atCommit(deleteBlock({ tenantId, blockId }));
    },
  };
}
