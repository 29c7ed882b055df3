import { ok, refuse } from '@lodging/kernel';
import { expect, it } from 'vitest';
import { depsOf } from '../../../test/deps-of.ts';
import type { OneStay } from '../../ports/recovery.ts';
import { placeClaim } from './place-claim.ts';
import type { PlaceClaimDeps } from './place-claim.ts';

const ID = '0198f2a4-7d1c-7000-8000-000000000002';
const from = Temporal.Instant.from('2027-05-03T13:00:00Z');

const stayFrom = (day: number, more: Partial<OneStay> = {}): OneStay => ({
  tenantId: ID,
  id: ID,
  livemode: true,
  resourceId: ID,
  window: { from: from.add({ hours: 24 * day }), to: from.add({ hours: 24 * (day + 2) }) },
  quantity: 1,
  isChanged: true,
  isHeld: false,
  isChanging: false,
  isLiving: true,
  ...more,
});

interface Known {
  /** Where the claim is; null: there is none. */
  readonly claimFrom: number | null;
  /** The stay as it is read after each move. */
  readonly later?: readonly OneStay[];
  readonly sold?: readonly number[];
}

async function place(stay: OneStay, { claimFrom, later = [], sold = [] }: Known) {
  const found = [...later];
  const state = { claimFrom, confirmed: 0 };
  const dayOf = ({ window }: { window: OneStay['window'] }) => from.until(window.from).total('hours') / 24;
  const inventory = {
    alignClaim: (_: unknown, { claim }: { claim: { stay: { window: OneStay['window'] } } }) => {
      const wanted = dayOf(claim.stay);
      if (state.claimFrom === null) return Promise.resolve(refuse('claim_released', 'No claim.'));
      if (state.claimFrom === wanted) return Promise.resolve(ok(false));
      if (sold.includes(wanted)) return Promise.resolve(refuse('units_taken', 'Sold.'));
      state.claimFrom = wanted;
      return Promise.resolve(ok(true));
    },
    confirmClaim: () => {
      state.confirmed += 1;
      return Promise.resolve(ok(null));
    },
  };
  const recovery = { findStay: () => Promise.resolve(found.shift() ?? stay) };
  const deps = depsOf<PlaceClaimDeps>({ recovery, inventory, newId: () => ID });
  const placed = await placeClaim(deps, stay, 'confirm');
  return { ...state, outcome: placed.ok ? 'ok' : placed.refusal.code };
}

it.each([
  ['where its stay is stays there', 3, 3],
  ['elsewhere moves to its stay', 7, 3],
] as const)('a claim %s', async (_, claimFrom, expected) => {
  expect(await place(stayFrom(3), { claimFrom })).toEqual({
    claimFrom: expected,
    confirmed: 1,
    outcome: 'ok',
  });
});

it('a claim whose stay was sold meanwhile stays where it is, and is named', async () => {
  expect(await place(stayFrom(3), { claimFrom: 7, sold: [3] })).toEqual({
    claimFrom: 7,
    confirmed: 0,
    outcome: 'units_taken',
  });
});

it('a stay without a claim takes its units', async () => {
  expect(await place(stayFrom(3), { claimFrom: null })).toMatchObject({ confirmed: 1, outcome: 'ok' });
});

it('a stay that was changed while its claim moved has its claim at its new place', async () => {
  const changed = stayFrom(9);
  expect(await place(stayFrom(3), { claimFrom: 9, later: [changed, changed] })).toMatchObject({
    claimFrom: 9,
    outcome: 'ok',
  });
});

it('a stay that is being changed is left for the next run', async () => {
  const changing = stayFrom(3, { isChanging: true });
  expect(await place(changing, { claimFrom: 7 })).toEqual({
    claimFrom: 7,
    confirmed: 0,
    outcome: 'resource_locked',
  });
  expect(await place(stayFrom(3), { claimFrom: 7, later: [changing] })).toMatchObject({
    outcome: 'resource_locked',
  });
});

it('a hold whose change was lost has its claim moved to it, and is not confirmed', async () => {
  const hold = stayFrom(3, { isHeld: true, isChanged: false });
  expect(await place(hold, { claimFrom: 7 })).toEqual({ claimFrom: 3, confirmed: 0, outcome: 'ok' });
  expect(await place(hold, { claimFrom: 7, sold: [3] })).toEqual({
    claimFrom: 7,
    confirmed: 0,
    outcome: 'units_taken',
  });
});

it('a hold without a claim is left without one: it asks for its units when it is confirmed', async () => {
  const hold = stayFrom(3, { isHeld: true });
  expect(await place(hold, { claimFrom: null })).toEqual({ claimFrom: null, confirmed: 0, outcome: 'ok' });
});

it('a hold that is confirmed while its claim is moved to it keeps its units', async () => {
  const hold = stayFrom(3, { isHeld: true });
  const confirmed = stayFrom(9);
  expect(await place(hold, { claimFrom: 9, later: [confirmed, confirmed] })).toEqual({
    claimFrom: 9,
    confirmed: 1,
    outcome: 'ok',
  });
});
