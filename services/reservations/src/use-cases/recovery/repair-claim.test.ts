import { ok, refuse } from '@lodging/kernel';
import { systemContext } from '@lodging/kit-runtime';
import { expect, it } from 'vitest';
import type { OneStay } from '../../ports/recovery.ts';
import { depsOf } from '../../../test/deps-of.ts';
import { repairClaim } from './repair-claim.ts';
import type { RepairClaimDeps } from './repair-claim.ts';

const TENANT = '0198f2a4-7d1c-7000-8000-000000000001';
const ID = '0198f2a4-7d1c-7000-8000-000000000002';
const from = Temporal.Instant.from('2027-05-03T09:00:00Z');
const stay = (isLiving: boolean, isHeld = false): OneStay => ({
  tenantId: TENANT,
  id: ID,
  livemode: false,
  resourceId: TENANT,
  window: { from, to: from.add({ hours: 48 }) },
  quantity: 2,
  isChanged: false,
  isHeld,
  isChanging: false,
  isLiving,
});

/** `found`: the stay at each look. */
async function repair(found: (OneStay | undefined)[], isTaken = false) {
  const requested: string[] = [];
  const recovery = { findStay: () => Promise.resolve(found.shift()) };
  const inventory = {
    alignClaim: () => Promise.resolve(ok(false)),
    renewClaim: () => {
      requested.push('renew');
      return Promise.resolve(isTaken ? refuse('units_taken', 'Sold.') : ok(null));
    },
    releaseLost: (_: unknown, id: string) => {
      requested.push(`release lost ${id}`);
      return Promise.resolve(ok(true));
    },
    release: () => {
      requested.push('release');
      return Promise.resolve(ok(null));
    },
  };
  const ctx = systemContext(TENANT, true, { timeoutMs: 1_000 });
  const repaired = await repairClaim(
    depsOf<RepairClaimDeps>({ recovery, inventory, newId: () => ID }),
    ctx,
    ID,
  );
  return { outcome: repaired.ok ? repaired.value : repaired.refusal.code, requested };
}

it.each([
  ['lost with the database gives its units back', [undefined], 'released', [`release lost ${ID}`]],
  ['sold takes its units again', [stay(true), stay(true)], 'claimed', ['renew']],
  ['held, with its claim where it is, is left as it is', [stay(true, true)], 'unchanged', []],
  ['not sold is left as it is', [stay(false)], 'unchanged', []],
  ['cancelled meanwhile keeps no units', [stay(true), stay(false)], 'released', ['renew', 'release']],
] as const)('a stay that is %s', async (_, found, outcome, requested) => {
  expect(await repair([...found])).toEqual({ outcome, requested });
});

it('a stay whose nights are sold again stays without units, and says so', async () => {
  expect(await repair([stay(true)], true)).toEqual({ outcome: 'unavailable', requested: ['renew'] });
});
