import { expect, it } from 'vitest';
import { booking, evidenceOf } from '../test/build-evidence.ts';
import { noSilentMoney } from './i11-no-silent-money.ts';

const sums = {
  reservationId: 'one',
  collectedMinorUnits: '10000',
  returnedMinorUnits: '5000',
  retainedMinorUnits: '5000',
  owedMinorUnits: '0',
  undecidedMinorUnits: '0',
  penaltyMinorUnits: '5000' as string | null,
};
const violationsOf = (changes: Partial<typeof sums>, ended = booking('one', 'cancelled')): string =>
  noSilentMoney.check(evidenceOf({ tenant: { bookings: [ended], sums: [{ ...sums, ...changes }] } })).join();

it('accepts money that is kept, returned, owed or undecided, each in one field', () => {
  expect(violationsOf({})).toBe('');
  expect(violationsOf({ returnedMinorUnits: '0', owedMinorUnits: '5000' })).toBe('');
  expect(
    violationsOf({ retainedMinorUnits: '0', undecidedMinorUnits: '5000', penaltyMinorUnits: null }),
  ).toBe('');
});

it('finds money that is in no field, and in two', () => {
  expect(violationsOf({ retainedMinorUnits: '0' })).toMatch(
    /collected 10000 is not returned 5000, retained 0/,
  );
  expect(violationsOf({ owedMinorUnits: '1' })).toMatch(/is not/);
});

it('finds money that is called undecided against the terms, or of a hold', () => {
  const open = { retainedMinorUnits: '0', undecidedMinorUnits: '5000' };
  expect(violationsOf(open)).toMatch(/5000 is undecided against its terms/);
  const hold = booking('one', 'expired');
  expect(violationsOf({ ...open, penaltyMinorUnits: null }, hold)).toMatch(/undecided against its terms/);
});
