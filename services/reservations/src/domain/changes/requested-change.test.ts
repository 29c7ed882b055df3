import { describe, expect, it } from 'vitest';
import { buildReservation } from '../../../test/build-reservation.ts';
import type { ReservationState } from '../stay/states.ts';
import {
  checkAllowed,
  checkChildAges,
  childAgesOf,
  hasOtherAges,
  mayDiffer,
  movesUnits,
  targetOf,
} from './requested-change.ts';
import type { RequestedChange } from './requested-change.ts';
import { buildBill } from '../../../test/build-price.ts';

const NOTHING: RequestedChange = { repricesAll: false, waivesPenalty: false };
const { stay } = buildReservation('confirmed');
const during = stay.window.from.add({ hours: 3 });

const CHANGES: Record<string, Partial<RequestedChange>> = {
  from: { from: stay.window.from.subtract({ hours: 24 }) },
  to: { to: stay.window.to.add({ hours: 24 }) },
  resourceId: { resourceId: 'another' },
  ratePlanId: { ratePlanId: 'another' },
  partySize: { partySize: 5 },
  occupancyChildren: { occupancyChildren: 1 },
  quantity: { quantity: 9 },
};
const STATES: Record<string, readonly string[]> = {
  held: Object.keys(CHANGES),
  confirmed: Object.keys(CHANGES),
  checked_in: ['to', 'partySize', 'occupancyChildren'],
  checked_out: [],
  cancelled: [],
  no_show: [],
  expired: [],
};

describe('every state and every field', () => {
  const cases = Object.entries(STATES).flatMap(([state, allowed]) =>
    Object.keys(CHANGES).map((field) => ({
      state: state as ReservationState,
      field,
      isAllowed: allowed.includes(field),
    })),
  );
  it.each(cases)('$state: $field is allowed: $isAllowed', ({ state, field, isAllowed }) => {
    const reservation = buildReservation(state);
    const target = targetOf(reservation, { ...NOTHING, ...CHANGES[field] });
    const allowed = checkAllowed(reservation, target, during);
    expect(allowed.ok).toBe(isAllowed);
    if (!allowed.ok) expect(allowed.refusal).toMatchObject({ code: 'change_not_allowed', extra: { state } });
  });
});

describe('a stay that has begun', () => {
  const ends = (to: Temporal.Instant, at: Temporal.Instant) => {
    const reservation = buildReservation('checked_in');
    return checkAllowed(reservation, targetOf(reservation, { ...NOTHING, to }), at).ok;
  };

  it('may end today, and not before', () => {
    const today = stay.window.to.subtract({ hours: 24 });
    expect(ends(today, today.add({ minutes: 1 }))).toBe(true);
    expect(ends(today, today.add({ hours: 24 }))).toBe(false);
  });
});

describe('what may be another stay', () => {
  const reservation = buildReservation('confirmed');
  const may = (requested: Partial<RequestedChange>) =>
    mayDiffer(reservation, { ...NOTHING, ...requested }, targetOf(reservation, { ...NOTHING, ...requested }));

  it('is not one with the booked values, or with a currency to show alone', () => {
    expect(may({})).toBe(false);
    expect(may({ displayCurrency: 'USD', from: stay.window.from, quantity: stay.quantity })).toBe(false);
    expect(may({ repricesAll: true })).toBe(true);
    expect(may({ childAges: [] })).toBe(true);
    expect(may({ partySize: 9 })).toBe(true);
  });

  it('keeps its units where only the party changes', () => {
    expect(movesUnits(reservation, targetOf(reservation, { ...NOTHING, partySize: 9 }))).toBe(false);
    expect(movesUnits(reservation, targetOf(reservation, { ...NOTHING, quantity: 9 }))).toBe(true);
  });

  it('has no plan of its own on another resource', () => {
    expect(targetOf(reservation, { ...NOTHING, resourceId: 'another' }).ratePlanId).toBeUndefined();
  });
});

describe('the ages of children', () => {
  const terms = { bill: buildBill('EUR', '1', { childAges: [14, 3] }) };

  it('stay as they are booked while their number does, unless others are given', () => {
    expect(childAgesOf(terms, { children: 2 }, {})).toEqual([14, 3]);
    expect(childAgesOf(terms, { children: 2 }, { childAges: [15, 4] })).toEqual([15, 4]);
    expect(childAgesOf(terms, { children: 1 }, {})).toBeUndefined();
    expect(childAgesOf({ bill: buildBill('EUR', '1') }, { children: 1 }, {})).toBeUndefined();
    expect(childAgesOf(null, { children: 0 }, {})).toBeUndefined();
  });

  it('are one for each child, booked or requested', () => {
    expect(checkChildAges({ children: 1 }, {}).ok).toBe(true);
    expect(checkChildAges({ children: 1 }, { childAges: [9] }).ok).toBe(true);
    expect(checkChildAges({ children: 0 }, { childAges: [] }).ok).toBe(true);
    expect(checkChildAges({ children: 1 }, { childAges: [] })).toMatchObject({
      refusal: { code: 'validation_failed', extra: { errors: [{ pointer: '/childAges' }] } },
    });
  });

  it('are others where one differs, in whatever order they are given', () => {
    expect(hasOtherAges(terms, {})).toBe(false);
    expect(hasOtherAges(terms, { childAges: [3, 14] })).toBe(false);
    expect(hasOtherAges(terms, { childAges: [3, 15] })).toBe(true);
    expect(hasOtherAges(null, { childAges: [3] })).toBe(true);
    expect(hasOtherAges(null, { childAges: [] })).toBe(false);
  });
});
