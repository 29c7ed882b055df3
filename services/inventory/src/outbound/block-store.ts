import { refuse } from '@lodging/kernel';
import type { NewId, Result } from '@lodging/kernel';
import { appendToOutbox } from '@lodging/kit-messaging';
import { isLockTimeout } from '@lodging/kit-postgres';
import type { Database, Statement, Tx } from '@lodging/kit-postgres';
import { nowAt, partsOf } from '../domain/block.ts';
import type { KnownBlock, Place, WantedBlock } from '../domain/block.ts';
import { findConflicts } from '../domain/find-conflicts.ts';
import type { BlockPlan } from '../domain/replace-blocks.ts';
import type { Blocks, BlockScene, BlockStep } from '../use-cases/ports.ts';
import { eventOf } from './block-events.ts';
import {
  addBlocks,
  BE_PATIENT,
  claimBlocks,
  known,
  lockResources,
  moveBlocks,
  places,
  readKnown,
  readTakenClaims,
  removeBlocks,
  removeClaims,
  renameBlocks,
  taken,
  takeStep,
} from './block-statements.ts';
import type { KnownRow, PlacedBlock, PlaceRow, TakenRow } from './block-statements.ts';
import { createTurnstile, TurnMissed } from './resource-turnstile.ts';

/** So many rows are written by one statement, so that none comes near the time that a statement may take. */
const ROWS_AT_ONCE = 2_000;
/** Steps at once in a process: a step takes a connection for as long as it lasts, and there are few. */
const LANES = 3;
const TIMEOUT_MS = 10_000;
/** Beyond, a calendar is no mishap; and they are written while others wait for the resources. */
const CONFLICTS_TOLD = 5_000;

export function createBlockStore(db: Database, newId: NewId): Blocks {
  const turnstile = createTurnstile(TIMEOUT_MS);
  return {
    async replace(tenantId, step, decide) {
      const lane = String(Number.parseInt(step.connectionId.slice(-4), 16) % LANES);
      try {
        return await turnstile.pass(lane, () =>
          db.inTenant(tenantId, async (tx): Promise<Result<BlockPlan | undefined>> => {
            const scene = await look(tx, tenantId, step);
            if (scene === undefined) return { ok: true, value: undefined };
            const decided = decide(scene);
            if (decided.ok) await apply(tx, { tenantId, step, newId, scene }, decided.value);
            return decided;
          }),
        );
      } catch (error) {
        if (!isLockTimeout(error) && !(error instanceof TurnMissed)) throw error;
        const detail = 'Another request is changing the blocks or claiming their resources.';
        return refuse('resource_locked', detail, { retryAfterSeconds: 5 });
      }
    },
  };
}

/** What begins behind the lock of the connection sees what its last step wrote. */
async function look(tx: Tx, tenantId: string, step: BlockStep): Promise<ClaimContext | undefined> {
  const [, steps, found, blocks] = await Promise.all([
    tx.query(BE_PATIENT),
    tx.query<{ now: Temporal.Instant }>(takeStep(tenantId, step)),
    tx.query<PlaceRow>(places(tenantId, step)),
    tx.query<KnownRow>(known(tenantId, step)),
  ]);
  const now = steps[0]?.now;
  if (now === undefined) return undefined;
  const at = found.map((place) => [place.id, { ...place, now: nowAt(place, now) }] as const);
  return { now, known: blocks.map(readKnown), places: new Map(at) };
}

interface ClaimContext extends BlockScene {
  readonly now: Temporal.Instant;
}

interface Context {
  readonly tenantId: string;
  readonly step: BlockStep;
  readonly newId: NewId;
  readonly scene: ClaimContext;
}

/**
 * The rows are written first and the resources locked last, so that nobody waits for the writing: until the commit nobody
 * sees the rows, and whoever claims between lock and commit waits for it. What was claimed before the lock is seen behind it.
 */
async function apply(tx: Tx, context: Context, plan: BlockPlan): Promise<void> {
  const { tenantId, step } = context;
  const added = plan.added.map((wanted) => place(context, wanted, undefined));
  const moved = plan.moved.map((pair) => place(context, pair.wanted, pair.known));
  const changed = [...added, ...moved];
  const left = [...plan.removed, ...plan.moved.map((pair) => pair.known)];
  const write = <T>(items: readonly T[], statement: (chunk: readonly T[]) => Statement) =>
    writeInChunks(tx, items, statement);
  await write(left, (chunk) => removeClaims(tenantId, chunk));
  await write(plan.removed, (chunk) => removeBlocks(tenantId, chunk));
  await write(plan.renamed, (chunk) => renameBlocks(tenantId, chunk));
  await write(moved, (chunk) => moveBlocks(tenantId, chunk));
  await write(added, (chunk) => addBlocks(tenantId, step.connectionId, chunk));
  await write(changed, (chunk) => claimBlocks(tenantId, chunk));
  if (changed.length > 0) await tellConflicts(tx, context, changed);
}

/** One after the other: the time that a statement may take begins when it is sent. */
async function writeInChunks<T>(
  tx: Tx,
  items: readonly T[],
  statement: (chunk: readonly T[]) => Statement,
): Promise<void> {
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE)
    await tx.query(statement(items.slice(from, from + ROWS_AT_ONCE)));
}

function place({ scene, newId }: Context, wanted: WantedBlock, before: KnownBlock | undefined): PlacedBlock {
  const id = before?.id ?? newId();
  const parts = partsOf(wanted, placeOf(scene, wanted.resourceId).now).map((part, index) => ({
    ...part,
    claimId: before?.claimIds[index] ?? (index === 0 ? id : newId()),
  }));
  return { ...wanted, id, parts, revision: before === undefined ? 0 : before.revision + 1 };
}

async function tellConflicts(tx: Tx, context: Context, changed: readonly PlacedBlock[]): Promise<void> {
  const { tenantId, scene } = context;
  const byResource = Map.groupBy(changed, ({ resourceId }) => resourceId);
  const resourceIds = [...byResource.keys()];
  const since = resourceIds.map((resourceId) => ({ resourceId, now: placeOf(scene, resourceId).now }));
  const [, rows] = await Promise.all([
    tx.query(lockResources(resourceIds)),
    // A statement of its own: only one that begins behind the locks sees what their last holders wrote.
    tx.query<TakenRow>(taken(tenantId, since)),
  ]);
  const conflicts = rows.flatMap((row) =>
    findConflicts(byResource.get(row.id) ?? [], {
      ...placeOf(scene, row.id),
      taken: readTakenClaims(row),
    }),
  );
  const about = { ...context, now: scene.now };
  await appendToOutbox(tx, ...conflicts.slice(0, CONFLICTS_TOLD).map((conflict) => eventOf(conflict, about)));
}

function placeOf({ places: at }: ClaimContext, resourceId: string): Place & { readonly now: number } {
  const found = at.get(resourceId);
  if (found === undefined) throw new Error(`the resource ${resourceId} of a block is not there`);
  return found;
}
