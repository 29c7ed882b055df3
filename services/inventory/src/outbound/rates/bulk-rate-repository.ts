import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Database, Tx } from '@lodging/kit-postgres';
import { MAX_RESOURCES } from '../../domain/rates/bulk-rates.ts';
import type { BulkRateChange, BulkRateContext } from '../../domain/rates/bulk-rates.ts';
import { isSame, mergeRestrictions } from '../../domain/rates/merge-restrictions.ts';
import { NO_LIMITS, stayLengthErrors } from '../../domain/rates/restrictions.ts';
import type { RestrictionValues } from '../../domain/rates/restrictions.ts';
import type { Restriction } from '../../domain/resources/resource.ts';
import { LIMITS } from '../../domain/resources/tenant-limits.ts';
import type { BulkRateRepository } from '../../ports/rates.ts';
import {
  allTargets,
  clearDates,
  clearRates,
  findAbove,
  findOnDates,
  findRoomType,
  insertMerged,
  incrementVersions,
  listedTargets,
  MERGED_COLUMNS,
  restrict,
  setRates,
} from './bulk-rate-statements.ts';
import type { ChangeParameters } from './bulk-rate-statements.ts';
import { arraysOf } from '../column-sql.ts';
import { readRatedResources } from './bulk-overview.ts';
import { refuseLocked } from '../resources/change-resource.ts';
import type { Caches } from '../search/read-configurations.ts';

/** Keeps each statement far below the statement timeout. */
const TARGETS_PER_STATEMENT = 50;
/** The additional one shows that the room type has too many resources. */
const LIMIT = MAX_RESOURCES + 1;

export function createBulkRateRepository(db: Database, caches: Caches): BulkRateRepository {
  return {
    find: (tenantId, roomTypeId, days) =>
      db.readSnapshotInTenant(tenantId, (tx) =>
        readRatedResources(tx, { tenantId, roomTypeId }, days, caches),
      ),
    apply: (tenantId, request, decide) =>
      refuseUndone(() =>
        refuseLocked(() =>
          db.inTenant(tenantId, async (tx): Promise<Result<BulkRateChange>> => {
            const targets = request.resourceIds === undefined ? allTargets : listedTargets;
            const { roomTypeId, ratePlanCode, resourceIds = [] } = request;
            const parameters = { tenantId, roomTypeId, ratePlanCode, resourceIds, limit: LIMIT };
            await tx.query(targets.lock(parameters));
            // Separate statements: only those that begin after the locks see the writes of their previous holders.
            const [roomTypes, resources] = await Promise.all([
              tx.query(findRoomType(parameters)),
              tx.query<BulkRateContext['resources'][number]>(targets.find(parameters)),
            ]);
            const decided = decide({ roomTypeExists: roomTypes.length > 0, resources });
            if (decided.ok) await write(tx, tenantId, decided.value);
            return decided;
          }),
        ),
      ),
  };
}

async function write(tx: Tx, tenantId: string, change: BulkRateChange): Promise<void> {
  const { targets, dates } = change;
  if (targets.length === 0 || dates.length === 0) return;
  const written: Promise<readonly Growth[]>[] = [];
  for (let from = 0; from < targets.length; from += TARGETS_PER_STATEMENT)
    written.push(writeTargets(tx, tenantId, change, targets.slice(from, from + TARGETS_PER_STATEMENT)));
  const resourceIds = targets.map(({ resourceId }) => resourceId);
  const [growths] = await Promise.all([
    Promise.all(written),
    tx.query(incrementVersions({ tenantId, resourceIds })),
  ]);
  const grown = growths.flat().flatMap(({ resourceId, growth }) => (growth > 0 ? [resourceId] : []));
  for (let from = 0; from < grown.length; from += TARGETS_PER_STATEMENT)
    await checkCounts(tx, tenantId, grown.slice(from, from + TARGETS_PER_STATEMENT));
}

/** By how many restrictions a resource has more than before. */
interface Growth {
  readonly resourceId: string;
  readonly growth: number;
}

async function writeTargets(
  tx: Tx,
  tenantId: string,
  { dates, ranges, amountMinorUnits: amount, restriction, merged }: BulkRateChange,
  targets: BulkRateChange['targets'],
): Promise<readonly Growth[]> {
  const resourceIds = targets.map(({ resourceId }) => resourceId);
  const parameters = {
    tenantId,
    dates,
    resourceIds,
    planIds: targets.map(({ ratePlanId }) => ratePlanId),
    from: ranges.map(({ from }) => from),
    to: ranges.map(({ to }) => to),
  };
  const kept =
    merged &&
    mergedRestrictions(await tx.query<PlanRestriction>(findOnDates(parameters)), merged, {
      targets,
      ranges,
    });
  // They run in this order.
  const rates = amount === undefined ? [] : tx.query(ratesStatement(parameters, amount));
  const isCut = restriction !== undefined || kept !== undefined;
  const cut = isCut ? tx.query<Growth>(clearDates(parameters)) : [];
  // The limits of the plan apply without a restriction, so an empty one is not stored.
  const isAdded = restriction !== undefined && !isSame(restriction, NO_LIMITS);
  const added = isAdded ? tx.query(restrict({ ...parameters, ...restriction })) : [];
  const rewritten =
    kept === undefined ? [] : tx.query(insertMerged({ tenantId, ...arraysOf(kept, MERGED_COLUMNS) }));
  const [, growths] = await Promise.all([rates, cut, added, rewritten]);
  const growthOf = new Map(growths.map(({ resourceId, growth }) => [resourceId, growth]));
  const addedTo = Map.groupBy(kept ?? [], ({ resourceId }) => resourceId);
  return resourceIds.map((resourceId) => {
    const inserted = isAdded ? ranges.length : (addedTo.get(resourceId)?.length ?? 0);
    return { resourceId, growth: inserted + (growthOf.get(resourceId) ?? 0) };
  });
}

function ratesStatement(parameters: ChangeParameters, amount: bigint | null) {
  return amount === null ? clearRates(parameters) : setRates({ ...parameters, amount: String(amount) });
}

interface PlanRestriction extends Restriction {
  readonly resourceId: string;
  readonly ratePlanId: string;
}

/** Of each plan its own, in order of precedence. */
function mergedRestrictions(
  stored: readonly PlanRestriction[],
  merged: Partial<RestrictionValues>,
  { targets, ranges }: Pick<BulkRateChange, 'targets' | 'ranges'>,
): PlanRestriction[] {
  const ofPlan = Map.groupBy(stored, ({ ratePlanId }) => ratePlanId);
  const kept = targets.flatMap(({ resourceId, ratePlanId }) =>
    mergeRestrictions(ofPlan.get(ratePlanId) ?? [], merged, ranges).map((restriction) => {
      return { ...restriction, resourceId, ratePlanId };
    }),
  );
  for (const restriction of kept)
    if (stayLengthErrors(restriction, '/restriction').length > 0) throw new LengthsCross(restriction);
  return kept;
}

/** The number of entries is known only after the write, so this rolls back. A resource above the limit may shrink. */
async function checkCounts(tx: Tx, tenantId: string, resourceIds: readonly string[]): Promise<void> {
  const { most } = LIMITS.restrictions;
  const [above] = await tx.query<{ resourceId: string }>(findAbove({ tenantId, resourceIds, most }));
  if (above !== undefined) throw new TooManyRestrictions(above.resourceId);
}

/** Undoes the change. */
class TooManyRestrictions extends Error {
  override readonly name = 'TooManyRestrictions';
  readonly resourceId: string;

  constructor(resourceId: string) {
    super(`the resource ${resourceId} has too many restrictions`);
    this.resourceId = resourceId;
  }
}

/** Undoes the change: a limit that is sent does not suit one that is kept. */
class LengthsCross extends Error {
  override readonly name = 'LengthsCross';

  constructor({ resourceId, from }: PlanRestriction) {
    super(`the resource ${resourceId} would have a longest stay below the shortest on ${from}`);
  }
}

async function refuseUndone<T>(change: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof LengthsCross)
      return refuse('validation_failed', `With the limits that are kept, ${error.message}.`, {
        errors: [{ pointer: '/restriction', message: 'The longest stay is shorter than the shortest.' }],
        errorCount: 1,
      });
    if (!(error instanceof TooManyRestrictions)) throw error;
    const { most } = LIMITS.restrictions;
    const detail = `The resource ${error.resourceId} would have more than ${most} restrictions, over all its plans.`;
    return refuse('limit_reached', detail, { limit: most });
  }
}
