import { and, eq, gt } from '@lodging/kit-postgres';
import type { CopiedCounts } from '../../ports/sandbox.ts';
import { copyPlans } from './copy-plans.ts';
import { copyRestrictions } from './copy-restrictions.ts';
import type { SandboxTransfer } from './copy-rows.ts';
import { resources, roomTypes } from '../schema.ts';

/** Far below the timeout and the number of parameters of a statement, with all nights of a year for each plan. */
const RESOURCES_AT_ONCE = 50;
const ROOM_TYPES_AT_ONCE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Rows keep the time and the position at which the original was made: lists have the same order. */
export async function copyRoomTypes({
  live,
  liveId,
  sandbox,
  sandboxId,
  ids,
}: SandboxTransfer): Promise<number> {
  let count = 0;
  for (let after = BEFORE_ALL; ;) {
    const page = await live.orm
      .select()
      .from(roomTypes)
      .where(and(eq(roomTypes.tenantId, liveId), gt(roomTypes.id, after)))
      .orderBy(roomTypes.id)
      .limit(ROOM_TYPES_AT_ONCE);
    const last = page.at(-1);
    if (last === undefined) return count;
    const copies = page.map((row) => ({ ...row, tenantId: sandboxId, id: ids.assign(row.id) }));
    await sandbox.orm.insert(roomTypes).values(copies);
    count += page.length;
    after = last.id;
  }
}

type ResourceCounts = Omit<CopiedCounts, 'roomTypes' | 'cancellationPolicies' | 'taxRules'>;

/** With their plans, prices and restrictions; after the room types, whose ids they name. */
export async function copyResources(transfer: SandboxTransfer): Promise<ResourceCounts> {
  const { live, liveId } = transfer;
  const counts = { resources: 0, ratePlans: 0, pricing: 0, nightlyRates: 0, restrictions: 0 };
  for (let after = BEFORE_ALL; ;) {
    const page = await live.orm
      .select()
      .from(resources)
      .where(and(eq(resources.tenantId, liveId), gt(resources.id, after)))
      .orderBy(resources.id)
      .limit(RESOURCES_AT_ONCE);
    const [first, last] = [page.at(0), page.at(-1)];
    if (first === undefined || last === undefined) return counts;
    await insertResources(transfer, page);
    const plans = await copyPlans(
      transfer,
      page.map(({ id }) => id),
    );
    counts.resources += page.length;
    counts.ratePlans += plans.ratePlans;
    counts.pricing += plans.pricing;
    counts.nightlyRates += plans.nightlyRates;
    counts.restrictions += await copyRestrictions(transfer, plans.ids, { first: first.id, last: last.id });
    after = last.id;
  }
}

async function insertResources(
  { sandbox, sandboxId, ids }: SandboxTransfer,
  page: readonly (typeof resources.$inferSelect)[],
): Promise<void> {
  const copies = page.map(({ configVersion: _configVersion, ...row }) => ({
    ...row,
    tenantId: sandboxId,
    id: ids.assign(row.id),
    roomTypeId: row.roomTypeId === null ? null : ids.assign(row.roomTypeId),
  }));
  await sandbox.orm.insert(resources).values(copies);
}
