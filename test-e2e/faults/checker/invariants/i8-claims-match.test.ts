import { expect, it } from 'vitest';
import { booking, claim, evidenceOf, reservationRow, ROOM } from '../test/build-evidence.ts';
import { claimsMatch } from './i8-claims-match.ts';

const check = (pieces: Parameters<typeof evidenceOf>[0]): string[] => claimsMatch.check(evidenceOf(pieces));

it('accepts a claim with its stay', () => {
  const database = { claims: [claim('one')], reservations: [reservationRow('one', 'confirmed')] };
  expect(check({ database })).toEqual([]);
});

it('finds a claim without a stay, a stay without a claim, of other nights, and one whose claim still ends', () => {
  expect(check({ database: { claims: [claim('one')] } })).toHaveLength(1);
  expect(
    check({ database: { claims: [claim('one')], reservations: [reservationRow('one', 'cancelled')] } }),
  ).toHaveLength(1);
  expect(check({ database: { reservations: [reservationRow('one', 'confirmed')] } })).toHaveLength(1);
  const moved = [claim('one', { ends_at: '2027-05-05 00:00:00+00' })];
  expect(
    check({ database: { claims: moved, reservations: [reservationRow('one', 'confirmed')] } }),
  ).toHaveLength(1);
  const held = [claim('one', { state: 'held' })];
  expect(
    check({ database: { claims: held, reservations: [reservationRow('one', 'confirmed')] } }),
  ).toHaveLength(1);
});

it('finds a block without its claims, with other units, and claims of a deleted block', () => {
  const { tenant_id, resource_id, starts_at, ends_at } = claim('b');
  const block = { id: 'b', tenant_id, resource_id, starts_at, ends_at, units: 1 };
  const own = claim('b', { kind: 'external_block', block_id: 'b' });
  expect(check({ database: { claims: [own], blocks: [block] } })).toEqual([]);
  expect(check({ database: { blocks: [block] } })).toHaveLength(1);
  expect(check({ database: { claims: [{ ...own, units: 2 }], blocks: [block] } })).toHaveLength(1);
  expect(check({ database: { claims: [own] } })).toHaveLength(1);
});

it('finds a calendar that shows something else', () => {
  const night = (reasons: string[]) => ({ [ROOM]: [{ date: '2027-05-03', reasons }] });
  const bookings = [booking('one', 'confirmed')];
  expect(check({ tenant: { bookings, calendars: night(['reserved']) } })).toEqual([]);
  expect(check({ tenant: { bookings, calendars: night([]) } })).toHaveLength(1);
  expect(check({ tenant: { calendars: night(['reserved']) } })).toHaveLength(1);
});
