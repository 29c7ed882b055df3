import type { Result } from '@lodging/kernel';
import type { Database, Statement, Tx } from '@lodging/kit-postgres';
import { MAX_RESOURCES } from '../domain/bulk-rates.ts';
import type { BulkRateChange, BulkRateContext } from '../domain/bulk-rates.ts';
import type { RestrictionTerms } from '../domain/restrictions.ts';
import type { BulkRateRepository } from '../ports/prices.ts';
import {
  allTargets,
  clearDates,
  findRoomType,
  incrementVersions,
  listedTargets,
  restrict,
  setRates,
} from './bulk-rate-statements.ts';
import { refuseLocked } from './change-resource.ts';

/** Keeps each statement far below the statement timeout. */
const TARGETS_PER_STATEMENT = 50;
/** The additional one shows that the room type has too many resources. */
const LIMIT = MAX_RESOURCES + 1;

export function createBulkRateRepository(db: Database): BulkRateRepository {
  return {
    apply: (tenantId, request, decide) =>
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
  };
}

async function write(tx: Tx, tenantId: string, change: BulkRateChange): Promise<void> {
  const { targets, dates } = change;
  if (targets.length === 0 || dates.length === 0) return;
  const statements: Statement[] = [];
  for (let from = 0; from < targets.length; from += TARGETS_PER_STATEMENT)
    statements.push(...writeTargets(tenantId, change, targets.slice(from, from + TARGETS_PER_STATEMENT)));
  const resourceIds = targets.map(({ resourceId }) => resourceId);
  statements.push(incrementVersions({ tenantId, resourceIds }));
  await Promise.all(statements.map((statement) => tx.query(statement)));
}

function writeTargets(
  tenantId: string,
  { dates, ranges, amountMinorUnits: amount, restriction }: BulkRateChange,
  targets: BulkRateChange['targets'],
): Statement[] {
  const parameters = {
    tenantId,
    dates,
    resourceIds: targets.map(({ resourceId }) => resourceId),
    planIds: targets.map(({ ratePlanId }) => ratePlanId),
    from: ranges.map(({ from }) => from),
    to: ranges.map(({ to }) => to),
  };
  const rates = amount === undefined ? [] : [setRates({ ...parameters, amount: String(amount) })];
  if (restriction === undefined) return rates;
  const cleared = [...rates, clearDates(parameters)];
  return isEmpty(restriction) ? cleared : [...cleared, restrict({ ...parameters, ...restriction })];
}

/** The terms of the plan apply without a restriction, so an empty one is not stored. */
function isEmpty({ stopSell, ...terms }: RestrictionTerms): boolean {
  return !stopSell && Object.values(terms).every((term) => term === null);
}
