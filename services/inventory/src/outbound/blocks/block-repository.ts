import { refuse } from '@lodging/kernel';
import type { NewId, Result } from '@lodging/kernel';
import { appendToOutbox } from '@lodging/kit-messaging';
import { isLockTimeout } from '@lodging/kit-postgres';
import type { Database, Statement, Tx } from '@lodging/kit-postgres';
import { LockTimeout } from '@lodging/kit-runtime';
import { claimSpans, nowOnAxis } from '../../domain/blocks/block.ts';
import type { BlockedResource, ImportedBlock, StoredBlock } from '../../domain/blocks/block.ts';
import { findConflicts } from '../../domain/blocks/find-conflicts.ts';
import type { BlockChanges } from '../../domain/blocks/plan-block-changes.ts';
import type { BlockRepository, BlockSync, BlockSyncContext } from '../../ports/claims.ts';
import { conflictEvent } from './block-events.ts';
import {
  claimBlocks,
  deleteBlocks,
  deleteClaims,
  findActiveClaims,
  findResources,
  findStored,
  insertBlocks,
  lockConnection,
  lockResources,
  moveBlocks,
  readActiveClaims,
  readStored,
  relabelBlocks,
  SET_TIMEOUTS,
} from './block-statements.ts';
import type { ActiveClaimsRow, PlacedBlock, ResourceRow, StoredRow } from './block-statements.ts';
import { createMeasuredMutex } from '../claims/measured-mutex.ts';
import { timestampOf } from '../units/span-bounds.ts';

/** Keeps each statement far below the statement timeout. */
const ROWS_PER_STATEMENT = 2_000;
/** A sync uses one connection for as long as it lasts, so a process runs at most this many at once. */
const MAX_SYNCS = 3;
const TIMEOUT_MS = 10_000;
/** The conflicts are written while claims wait for the locks, so their number is bounded. */
const MAX_CONFLICTS = 5_000;

export function createBlockRepository(db: Database, newId: NewId): BlockRepository {
  const mutex = createMeasuredMutex(TIMEOUT_MS);
  return {
    async replace(tenantId, sync, decide) {
      const key = String(Number.parseInt(sync.connectionId.slice(-4), 16) % MAX_SYNCS);
      try {
        return await mutex.run(key, () =>
          db.inTenant(tenantId, async (tx): Promise<Result<BlockChanges | undefined>> => {
            db.requireCommits();
            const context = await loadContext(tx, tenantId, sync);
            if (context === undefined) return { ok: true, value: undefined };
            const decided = decide(context);
            if (decided.ok) await write(tx, { ...context, tenantId, sync, newId }, decided.value);
            return decided;
          }),
        );
      } catch (error) {
        if (!isLockTimeout(error) && !(error instanceof LockTimeout)) throw error;
        const detail = 'Another request is changing the blocks or claiming their resources.';
        return refuse('resource_locked', detail, { retryAfterSeconds: 5 });
      }
    },
  };
}

interface LoadedContext extends BlockSyncContext {
  /** By the clock of the database. */
  readonly now: Temporal.Instant;
}

/** The statements after the lock of the connection see the writes of its previous sync. */
async function loadContext(tx: Tx, tenantId: string, sync: BlockSync): Promise<LoadedContext | undefined> {
  const parameters = { tenantId, ...sync };
  const [, locked, resources, blocks] = await Promise.all([
    tx.query(SET_TIMEOUTS),
    tx.query<{ now: Temporal.Instant }>(lockConnection(parameters)),
    tx.query<ResourceRow>(findResources(parameters)),
    tx.query<StoredRow>(findStored(parameters)),
  ]);
  const now = locked[0]?.now;
  if (now === undefined) return undefined;
  const withNow = resources.map(
    (resource) => [resource.id, { ...resource, now: nowOnAxis(resource, now) }] as const,
  );
  return { now, stored: blocks.map(readStored), resources: new Map(withNow) };
}

interface WriteContext extends LoadedContext {
  readonly tenantId: string;
  readonly sync: BlockSync;
  readonly newId: NewId;
}

/**
 * Writes the rows first and locks the resources last, so that claims wait only for the search for conflicts: no other
 * transaction sees the rows before the commit, a claim after the lock waits for the commit, and the search sees the claims
 * before the lock.
 */
async function write(tx: Tx, context: WriteContext, changes: BlockChanges): Promise<void> {
  const { tenantId, sync } = context;
  const added = changes.added.map((block) => place(context, block, undefined));
  const moved = changes.moved.map(({ imported, stored }) => place(context, imported, stored));
  const placed = [...added, ...moved];
  const released = [...changes.removed, ...changes.moved.map(({ stored }) => stored)];
  const writeAll = <T>(items: readonly T[], statement: (chunk: readonly T[]) => Statement) =>
    writeInChunks(tx, items, statement);
  await writeAll(released, (chunk) =>
    deleteClaims({ tenantId, claimIds: chunk.flatMap(({ claimIds }) => claimIds) }),
  );
  await writeAll(changes.removed, (chunk) => deleteBlocks({ tenantId, ids: chunk.map(({ id }) => id) }));
  await writeAll(changes.relabelled, (chunk) => relabelBlocks(tenantId, chunk));
  await writeAll(moved, (chunk) => moveBlocks(tenantId, chunk));
  await writeAll(added, (chunk) => insertBlocks(tenantId, sync.connectionId, chunk));
  await writeAll(placed, (chunk) => claimBlocks(tenantId, chunk));
  if (placed.length > 0) await publishConflicts(tx, context, placed);
}

/** One after the other, because the statement timeout begins when a statement is sent. */
async function writeInChunks<T>(
  tx: Tx,
  items: readonly T[],
  statement: (chunk: readonly T[]) => Statement,
): Promise<void> {
  for (let from = 0; from < items.length; from += ROWS_PER_STATEMENT)
    await tx.query(statement(items.slice(from, from + ROWS_PER_STATEMENT)));
}

/** A moved block keeps its id and the ids of its claims. The first claim of a block has the id of the block. */
function place(context: WriteContext, block: ImportedBlock, stored: StoredBlock | undefined): PlacedBlock {
  const { newId } = context;
  const id = stored?.id ?? newId();
  const claims = claimSpans(block, resourceOf(context, block.resourceId).now).map((span, index) => ({
    ...span,
    claimId: stored?.claimIds[index] ?? (index === 0 ? id : newId()),
  }));
  return { ...block, id, claims, revision: stored === undefined ? 0 : stored.revision + 1 };
}

async function publishConflicts(
  tx: Tx,
  context: WriteContext,
  placed: readonly PlacedBlock[],
): Promise<void> {
  const { tenantId } = context;
  const byResource = Map.groupBy(placed, ({ resourceId }) => resourceId);
  const resourceIds = [...byResource.keys()];
  const since = resourceIds.map((resourceId) => timestampOf(resourceOf(context, resourceId).now));
  const [, rows] = await Promise.all([
    tx.query(lockResources(resourceIds)),
    // A separate statement: only one that begins after the locks sees the writes of their previous holders.
    tx.query<ActiveClaimsRow>(findActiveClaims({ tenantId, resourceIds, since })),
  ]);
  const conflicts = rows.flatMap((row) => {
    const { units, now } = resourceOf(context, row.id);
    return findConflicts(byResource.get(row.id) ?? [], { claims: readActiveClaims(row), units, now });
  });
  const events = conflicts.slice(0, MAX_CONFLICTS).map((conflict) => conflictEvent(conflict, context));
  await appendToOutbox(tx, ...events);
}

function resourceOf({ resources }: BlockSyncContext, resourceId: string): BlockedResource {
  const found = resources.get(resourceId);
  if (found === undefined) throw new Error(`the resource ${resourceId} of a block was not read`);
  return found;
}
