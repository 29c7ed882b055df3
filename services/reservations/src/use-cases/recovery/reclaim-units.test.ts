import { ok, refuse } from '@lodging/kernel';
import { expect, it } from 'vitest';
import type { LivingStay } from '../../ports/recovery.ts';
import { depsOf } from '../../../test/deps-of.ts';
import { reclaimUnits } from './reclaim-units.ts';
import type { ReclaimUnitsDeps } from './reclaim-units.ts';

const TENANT = '0198f2a4-7d1c-7000-8000-000000000001';
const since = Temporal.Instant.from('2027-05-03T09:00:00Z');
const window = { from: since, to: since.add({ hours: 48 }) };
const stay = (number: number): LivingStay => ({
  tenantId: TENANT,
  id: `0198f2a4-7d1c-7000-8000-${String(number).padStart(12, '0')}`,
  livemode: true,
  resourceId: TENANT,
  window,
  quantity: 2,
  isChanged: false,
  isHeld: false,
  isChanging: false,
});
/** Every claim is where its stay is. */
const alignClaim = () => Promise.resolve(ok(false));
const newId = () => TENANT;
const living = Array.from({ length: 250 }, (_, index) => stay(index + 1));

it('has every sold stay claim its units under its own id, page by page, and names those whose units are gone', async () => {
  const requested: string[] = [];
  const recovery = {
    listLiving: ({ after, limit }: { after: string | null; limit: number }) =>
      Promise.resolve(living.filter(({ id }) => after === null || id > after).slice(0, limit)),
  };
  const inventory = {
    alignClaim,
    confirmClaim: (_: unknown, claim: { id: string; stay: { quantity: number } }) => {
      requested.push(claim.id);
      expect(claim.stay).toEqual({ resourceId: TENANT, window, quantity: 2 });
      return Promise.resolve(claim.id === stay(7).id ? refuse('units_taken', 'Sold.') : ok(null));
    },
  };
  const first = await reclaimUnits(
    depsOf<ReclaimUnitsDeps>({ recovery, inventory, newId, clock: { now: () => since } }),
    {
      since,
      stays: [],
      after: null,
    },
  );
  expect(first).toEqual({
    claimed: 199,
    unclaimed: [{ tenantId: TENANT, id: stay(7).id, code: 'units_taken' }],
    next: stay(200).id,
  });
  expect(
    await reclaimUnits(
      depsOf<ReclaimUnitsDeps>({ recovery, inventory, newId, clock: { now: () => since } }),
      {
        since,
        stays: [],
        after: first.next,
      },
    ),
  ).toEqual({
    claimed: 50,
    unclaimed: [],
    next: null,
  });
  expect(requested.toSorted()).toEqual(living.map(({ id }) => id));
});

it('names a stay that inventory did not answer, and stops in time where it is slow', async () => {
  const recovery = { listLiving: () => Promise.resolve(living.slice(0, 40)) };
  let now = 0;
  const inventory = {
    alignClaim,
    confirmClaim: (_: unknown, { id }: { id: string }) => {
      now += 400;
      return id === stay(3).id ? Promise.reject(new Error('timeout')) : Promise.resolve(ok(null));
    },
  };
  const clock = { now: () => Temporal.Instant.fromEpochMilliseconds(now) };
  const wanted = { since, stays: [], after: null };
  expect(await reclaimUnits(depsOf<ReclaimUnitsDeps>({ recovery, inventory, newId, clock }), wanted)).toEqual(
    {
      claimed: 15,
      unclaimed: [{ tenantId: TENANT, id: stay(3).id, code: 'unavailable' }],
      next: stay(16).id,
    },
  );
});
