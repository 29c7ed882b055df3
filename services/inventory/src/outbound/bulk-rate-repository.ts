import type { Result } from '@lodging/kernel';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { BulkRateChange, BulkRateContext } from '../domain/bulk-rates.ts';
import type { RestrictionTerms } from '../domain/restrictions.ts';
import type { BulkRateRepository } from '../ports.ts';
import {
  clearDates,
  findRoomType,
  findTargets,
  incrementVersions,
  lockTargets,
  restrict,
  setRates,
} from './bulk-rate-statements.ts';
import { refuseLocked } from './change-resource.ts';

/** Keeps each statement far below the statement timeout. */
const TARGETS_PER_STATEMENT = 50;

export function createBulkRateRepository(db: Database): BulkRateRepository {
  return {
    apply: (tenantId, request, decide) =>
      refuseLocked(() =>
        db.inTenant(tenantId, async (tx): Promise<Result<BulkRateChange>> => {
          await tx.query(lockTargets(tenantId, request));
          // Separate statements: only those that begin after the locks see the writes of their previous holders.
          const [roomTypes, resources] = await Promise.all([
            tx.query(findRoomType({ tenantId, roomTypeId: request.roomTypeId })),
            tx.query<BulkRateContext['resources'][number]>(findTargets(tenantId, request)),
          ]);
          const decided = decide({ roomTypeExists: roomTypes.length > 0, resources });
          if (decided.ok) await write(tx, tenantId, decided.value);
          return decided;
        }),
      ),
  };
}

async function write(tx: Tx, tenantId: string, change: BulkRateChange): Promise<void> {
  if (change.targets.length === 0 || change.dates.length === 0) return;
  const { targets, dates, ranges, amountMinorUnits: amount, restriction } = change;
  const chunks = Array.from({ length: Math.ceil(targets.length / TARGETS_PER_STATEMENT) }, (_, index) =>
    targets.slice(index * TARGETS_PER_STATEMENT, (index + 1) * TARGETS_PER_STATEMENT),
  );
  const statements = chunks.flatMap((chunk) => [
    ...(amount === undefined ? [] : [setRates(tenantId, chunk, dates, amount)]),
    ...(restriction === undefined ? [] : [clearDates(tenantId, chunk, ranges)]),
    ...(restriction === undefined || isEmpty(restriction)
      ? []
      : [restrict(tenantId, chunk, ranges, restriction)]),
  ]);
  const resourceIds = targets.map(({ resourceId }) => resourceId);
  const all = [...statements, incrementVersions({ tenantId, resourceIds })];
  await Promise.all(all.map((statement) => tx.query(statement)));
}

/** The terms of the plan apply without a restriction, so an empty one is not stored. */
function isEmpty({ stopSell, ...terms }: RestrictionTerms): boolean {
  return !stopSell && Object.values(terms).every((term) => term === null);
}
