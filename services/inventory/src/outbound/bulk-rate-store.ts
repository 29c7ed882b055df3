import type { Result } from '@lodging/kernel';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { BulkChange, BulkScene } from '../domain/set-bulk-rates.ts';
import type { BulkRates } from '../use-cases/ports.ts';
import {
  bump,
  clearDates,
  findTargets,
  lockTargets,
  restrict,
  roomType,
  setRates,
} from './bulk-rate-statements.ts';
import { unlessLocked } from './change-resource.ts';

/** So many targets are written by one statement, so that none comes near the time that a statement may take. */
const TARGETS_AT_ONCE = 50;

export function createBulkRateStore(db: Database): BulkRates {
  return {
    change: (tenantId, wish, decide) =>
      unlessLocked(() =>
        db.inTenant(tenantId, async (tx): Promise<Result<BulkChange>> => {
          await tx.query(lockTargets(tenantId, wish));
          // Statements of their own: only what begins behind the locks sees what their last holders wrote.
          const [types, resources] = await Promise.all([
            tx.query(roomType(tenantId, wish)),
            tx.query<BulkScene['resources'][number]>(findTargets(tenantId, wish)),
          ]);
          const decided = decide({ roomTypeExists: types.length > 0, resources });
          if (decided.ok) await write(tx, tenantId, decided.value);
          return decided;
        }),
      ),
  };
}

async function write(tx: Tx, tenantId: string, change: BulkChange): Promise<void> {
  if (change.targets.length === 0 || change.dates.length === 0) return;
  const { targets, dates, ranges, amountMinorUnits: amount, limits } = change;
  const chunks = Array.from({ length: Math.ceil(targets.length / TARGETS_AT_ONCE) }, (_, index) =>
    targets.slice(index * TARGETS_AT_ONCE, (index + 1) * TARGETS_AT_ONCE),
  );
  const statements = chunks.flatMap((chunk) => [
    ...(amount === undefined ? [] : [setRates(tenantId, chunk, dates, amount)]),
    ...(limits === undefined ? [] : [clearDates(tenantId, chunk, ranges)]),
    ...(limits === undefined || saysNothing(limits) ? [] : [restrict(tenantId, chunk, ranges, limits)]),
  ]);
  const resources = targets.map(({ resourceId }) => resourceId);
  await Promise.all([...statements, bump(tenantId, resources)].map((statement) => tx.query(statement)));
}

/** The plan's own values stand where no restriction does, so one that says nothing need not be kept. */
function saysNothing({ stopSell, ...values }: NonNullable<BulkChange['limits']>): boolean {
  return !stopSell && Object.values(values).every((value) => value === null);
}
