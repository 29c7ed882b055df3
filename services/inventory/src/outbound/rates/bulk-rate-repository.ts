import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Database, Tx } from '@lodging/kit-postgres';
import { MAX_RESOURCES } from '../../domain/rates/bulk-rates.ts';
import type { BulkRateChange, BulkRateContext } from '../../domain/rates/bulk-rates.ts';
import type { RestrictionValues } from '../../domain/rates/restrictions.ts';
import { LIMITS } from '../../domain/resources/tenant-limits.ts';
import type { BulkRateRepository } from '../../ports/rates.ts';
import {
  allTargets,
  clearDates,
  findAbove,
  findRoomType,
  incrementVersions,
  listedTargets,
  restrict,
  setRates,
} from './bulk-rate-statements.ts';
import { refuseLocked } from '../resources/change-resource.ts';

/** Keeps each statement far below the statement timeout. */
const TARGETS_PER_STATEMENT = 50;
/** The additional one shows that the room type has too many resources. */
const LIMIT = MAX_RESOURCES + 1;

export function createBulkRateRepository(db: Database): BulkRateRepository {
  return {
    apply: (tenantId, request, decide) =>
      refuseTooMany(() =>
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
  { dates, ranges, amountMinorUnits: amount, restriction }: BulkRateChange,
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
  // They run in this order.
  const rates = amount === undefined ? [] : tx.query(setRates({ ...parameters, amount: String(amount) }));
  const cut = restriction === undefined ? [] : tx.query<Growth>(clearDates(parameters));
  const isAdded = restriction !== undefined && !isEmpty(restriction);
  const added = isAdded ? tx.query(restrict({ ...parameters, ...restriction })) : [];
  const [, growths] = await Promise.all([rates, cut, added]);
  const growthOf = new Map(growths.map(({ resourceId, growth }) => [resourceId, growth]));
  return resourceIds.map((resourceId) => {
    const growth = (isAdded ? ranges.length : 0) + (growthOf.get(resourceId) ?? 0);
    return { resourceId, growth };
  });
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

async function refuseTooMany<T>(change: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof TooManyRestrictions)) throw error;
    const { most } = LIMITS.restrictions;
    const detail = `The resource ${error.resourceId} would have more than ${most} restrictions, over all its plans.`;
    return refuse('limit_reached', detail, { limit: most });
  }
}

/** The limits of the plan apply without a restriction, so an empty one is not stored. */
function isEmpty({ stopSell, ...values }: RestrictionValues): boolean {
  return !stopSell && Object.values(values).every((value) => value === null);
}
