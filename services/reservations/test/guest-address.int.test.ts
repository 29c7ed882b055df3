import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, placeHold, readBooking, valueOf } from './guest-requests.ts';
import { createPaidBooking, patchBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

const address = () => `guest-${randomUUID()}@example.com`;
const idsOf = async (filter: { guestEmail?: string; q?: string }) =>
  valueOf(await service.request(contract.listBookings, { limit: 100, after: null, ...filter })).bookings.map(
    ({ id }) => id,
  );
const historyOf = async (reservationId: string) =>
  valueOf(await service.request(contract.listHistory, { reservationId, limit: 100, after: null })).entries;
const generationOf = async (id: string) =>
  (
    await service.probe.sql<{ generation: number }>(
      'SELECT generation FROM guest_links WHERE reservation_id = $1',
      [id],
    )
  )[0]?.generation ?? 0;

describe('a booking without an address', () => {
  it('is made where the address is null, and has no guest', async () => {
    const booking = await createPaidBooking(service, { guestEmail: null, guestName: 'Walk In' });
    expect(booking).toMatchObject({
      state: 'confirmed',
      guestEmail: null,
      guestId: null,
      guestName: 'Walk In',
    });
    expect(await idsOf({ q: 'walk' })).toContain(booking.id);
  });

  it('gets an address, and with it the guest of the address', async () => {
    const email = address();
    const { guestId } = await createPaidBooking(service, { guestEmail: email });
    const { id, version } = await createPaidBooking(service, { guestEmail: null });
    const changed = valueOf(await patchBooking(service, { reservationId: id, guestEmail: email }));
    expect(changed).toMatchObject({ guestEmail: email, guestId, version: version + 1 });
    expect(await readBooking(service, id)).toEqual(changed);
    expect(await idsOf({ guestEmail: email })).toContain(id);
  });
});

describe('the address of a booking that the operator made', () => {
  it('is corrected: the guest is found again, links end, and the history says that it was set', async () => {
    const [wrong, right] = [address(), address()];
    const booked = await createPaidBooking(service, { guestEmail: wrong, guestName: 'Ada Lovelace' });
    await service.probe.sql('UPDATE reservations SET guest_verified_at = now() WHERE id = $1', [booked.id]);
    const before = await generationOf(booked.id);
    const patch = { reservationId: booked.id, guestEmail: right, notes: 'corrected' };
    const changed = valueOf(await patchBooking(service, patch));
    expect(changed).toMatchObject({ guestEmail: right, notes: 'corrected', version: booked.version + 1 });
    expect(changed.guestId).not.toBe(booked.guestId);
    expect(changed.guestId).not.toBeNull();
    expect(await readBooking(service, booked.id)).toEqual(changed);
    expect([await idsOf({ guestEmail: wrong }), await idsOf({ guestEmail: right })]).toEqual([
      [],
      [booked.id],
    ]);
    expect(await idsOf({ q: right })).toEqual([booked.id]);
    expect(await generationOf(booked.id)).toBe(before + 1);
    const [row] = await service.probe.sql<{ verified: boolean }>(
      'SELECT guest_verified_at IS NOT NULL AS verified FROM reservations WHERE id = $1',
      [booked.id],
    );
    expect(row?.verified).toBe(false);
    const entry = (await historyOf(booked.id)).at(-1);
    expect(entry).toMatchObject({ action: 'updated', version: changed.version });
    expect(entry?.changes).toContainEqual({ field: 'guestEmail', before: 'set', after: 'set' });
    expect(JSON.stringify(entry)).not.toContain('@');
  });

  it('that it has already changes nothing', async () => {
    const { id, guestEmail, version } = await createPaidBooking(service, { guestEmail: address() });
    const same = valueOf(await patchBooking(service, { reservationId: id, guestEmail: guestEmail ?? '' }));
    expect([same.version, await generationOf(id)]).toEqual([version, 0]);
  });

  it('is changed with the state in one step', async () => {
    const { id } = await createPaidBooking(service, { guestEmail: null });
    const guestEmail = address();
    const moved = valueOf(
      await patchBooking(service, { reservationId: id, state: 'checked_in', guestEmail }),
    );
    expect(moved).toMatchObject({ state: 'checked_in', guestEmail, guestId: expect.any(String) });
  });
});

it('the address of a booking that a guest made cannot be changed', async () => {
  const { id } = await placeHold(service);
  const refused = await patchBooking(service, { reservationId: id, guestEmail: address(), notes: 'x' });
  expect(refused).toMatchObject({
    refusal: { code: 'validation_failed', extra: { errors: [{ pointer: '/guestEmail' }] } },
  });
  expect((await readBooking(service, id)).notes).toBeNull();
  expect(outcomeOf(await patchBooking(service, { reservationId: randomUUID(), guestEmail: address() }))).toBe(
    'booking_not_found',
  );
});
