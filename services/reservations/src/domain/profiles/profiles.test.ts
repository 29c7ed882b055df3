import { describe, expect, it } from 'vitest';
import { buildReservation, noon } from '../../../test/build-reservation.ts';
import { changeGuestProfile } from './change-guest.ts';
import { erasedFieldsOf, namesOfErased, remainsAfter } from './erasure.ts';
import { bookedGuestOf, erasedProfile } from './guest.ts';
import type { Guest } from './guest.ts';
import { hasOpenMoney, isOpenStay } from './open-stays.ts';

const guest: Guest = {
  tenantId: '01900000-0000-7000-8000-00000000000a',
  id: '01900000-0000-7000-8000-00000000000b',
  livemode: true,
  email: 'ada@example.com',
  name: 'Ada',
  phone: '+44 1',
  language: null,
  notes: null,
  metadata: { one: '1' },
  consents: [],
  staysCount: 1,
  firstStayAt: noon,
  lastStayAt: noon,
  verifiedAt: null,
  createdAt: noon,
  updatedAt: noon,
  erasedAt: null,
};

describe('a change of a profile', () => {
  it('keeps what is absent, removes with null, merges metadata and replaces consents', () => {
    const consents = [{ purpose: 'news', given: true, at: '2027-01-01T00:00:00.000Z', source: 'desk' }];
    const changed = changeGuestProfile(guest, { phone: null, metadata: { one: '', two: '2' }, consents });
    expect(changed).toMatchObject({
      ok: true,
      value: { email: 'ada@example.com', name: 'Ada', phone: null, metadata: { two: '2' }, consents },
    });
  });

  it('is refused for an erased guest, and for too much metadata', () => {
    const erased = { ...guest, ...erasedProfile, erasedAt: noon };
    expect(changeGuestProfile(erased, { name: 'Ada' })).toMatchObject({ refusal: { code: 'guest_erased' } });
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'v']));
    expect(changeGuestProfile(guest, { metadata })).toMatchObject({ refusal: { code: 'validation_failed' } });
  });
});

describe('a stay', () => {
  it.each([
    ['held', true],
    ['confirmed', true],
    ['checked_in', true],
    ['checked_out', false],
    ['cancelled', false],
    ['no_show', false],
    ['expired', false],
  ] as const)('that is %s is open: %s', (state, isOpen) => {
    expect(isOpenStay(buildReservation(state), noon)).toBe(isOpen);
  });

  it('that is held past its end is over', () => {
    expect(isOpenStay(buildReservation('held'), noon.add({ minutes: 16 }))).toBe(false);
  });

  it.each([
    [{}, false],
    [{ dueMinorUnits: '1' }, true],
    [{ owedMinorUnits: '1' }, true],
    [{ refunds: [{ state: 'succeeded' }, { state: 'failed' }] }, false],
    [{ refunds: [{ state: 'pending' }] }, true],
  ] as const)('with %j has open money: %s', (changes, isOpen) => {
    const settled = { dueMinorUnits: '0', owedMinorUnits: '0', refunds: [] };
    expect(hasOpenMoney({ ...settled, ...changes })).toBe(isOpen);
  });
});

describe('an erasure', () => {
  it('names the fields that held data, once each', () => {
    const stay = { ...buildReservation('cancelled'), notes: 'x', metadata: { a: 'b' }, moveReason: 'y' };
    const fields = [stay, stay].flatMap(erasedFieldsOf);
    expect(fields.map(({ field }) => field).slice(0, 4)).toEqual([
      'guestEmail',
      'notes',
      'moveReason',
      'metadata',
    ]);
    expect(namesOfErased(guest, fields)).toEqual([
      'email',
      'name',
      'phone',
      'metadata',
      'bookings.guestEmail',
      'bookings.notes',
      'bookings.moveReason',
      'bookings.metadata',
    ]);
  });

  it('names what remains, with its end', () => {
    expect(remainsAfter(noon, false)).toHaveLength(2);
    const remains = remainsAfter(noon, true);
    expect(remains.map(({ until }) => until)).toEqual([
      null,
      null,
      null,
      '2026-12-20T12:00:00.000Z',
      '2026-11-21T12:00:00.000Z',
      '2026-11-21T12:00:00.000Z',
    ]);
  });
});

it('a booking without an address knows no guest', () => {
  const unknown = { guestEmail: null, guestName: 'Ada', guestPhone: null, guestLanguage: null };
  expect(bookedGuestOf(unknown)).toBeUndefined();
  expect(bookedGuestOf({ ...unknown, guestEmail: 'ada@example.com' })).toMatchObject({ name: 'Ada' });
});
