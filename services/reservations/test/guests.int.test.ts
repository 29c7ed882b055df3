import * as contract from '@lodging/contract-reservations';
import { newId } from '@lodging/kit-runtime';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listGuests, newEmail, readGuest, verifiedHold } from './guest-profile-requests.ts';
import { outcomeOf, readBooking, valueOf } from './guest-requests.ts';
import { createPaidBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

async function newGuest(changes: Parameters<typeof createPaidBooking>[1] = {}) {
  const guestEmail = newEmail();
  const { id, guestId } = await createPaidBooking(service, { guestEmail, ...changes });
  return { email: changes.guestEmail ?? guestEmail, bookingId: id, guestId: guestId ?? '' };
}
const patch = (guestId: string, fields: object, as?: string) =>
  service.request(contract.changeGuest, contract.changeGuest.request.parse({ guestId, ...fields }), as);
const idsOf = async (filter: Parameters<typeof listGuests>[1]) =>
  (await listGuests(service, filter)).guests.map(({ id }) => id);
const stays = (guestId: string, as?: string) =>
  service.request(
    contract.listGuestStays,
    contract.listGuestStays.request.parse({ guestId, limit: 100, after: null }),
    as,
  );
const merge = (guestId: string, from: string) => service.request(contract.mergeGuests, { guestId, from });

describe('a guest', () => {
  it('shows what the booking knew, and counts its bookings', async () => {
    const { email, guestId, bookingId } = await newGuest({
      guestName: 'Ada Lovelace',
      guestLanguage: 'en-GB',
    });
    const { startsAt } = await readBooking(service, bookingId);
    expect(await readGuest(service, guestId)).toMatchObject({
      id: guestId,
      email,
      name: 'Ada Lovelace',
      phone: null,
      language: 'en-GB',
      verifiedAt: null,
      notes: null,
      metadata: {},
      consents: [],
      staysCount: 1,
      firstStayAt: startsAt,
      lastStayAt: startsAt,
      erasedAt: null,
    });
  });

  it('gets empty fields filled by later bookings, and keeps the others', async () => {
    const { email, guestId } = await newGuest({ guestName: 'Ada' });
    const later = {
      guestEmail: email,
      guestName: 'Augusta',
      guestPhone: '+44 1',
      from: '2027-05-01T14:00:00.000Z',
    };
    await createPaidBooking(service, { ...later, to: '2027-05-03T10:00:00.000Z' });
    const guest = await readGuest(service, guestId);
    expect(guest).toMatchObject({ name: 'Ada', phone: '+44 1', staysCount: 2 });
    expect(guest.lastStayAt).toBe('2027-05-01T14:00:00.000Z');
    expect(await idsOf({ q: 'augu', email })).toEqual([]);
  });

  it('is unknown to another tenant', async () => {
    const { guestId } = await newGuest();
    const other = newId();
    const requests = [
      service.request(contract.readGuest, { guestId }, other),
      patch(guestId, { name: 'Mallory' }, other),
      stays(guestId, other),
      service.request(contract.mergeGuests, { guestId, from: newId() }, other),
    ];
    for (const answer of await Promise.all(requests)) expect(outcomeOf(answer)).toBe('guest_not_found');
    const list = contract.listGuests.request.parse({ limit: 100, after: null });
    expect(valueOf(await service.request(contract.listGuests, list, other)).guests).toEqual([]);
  });
});

describe('the list', () => {
  it('is found by address, by beginnings of address and name, and by verification', async () => {
    const word = `Zuse${randomUUID().slice(0, 8)}`;
    const { email, guestId } = await newGuest({ guestName: `Konrad ${word}` });
    expect(await idsOf({ email })).toEqual([guestId]);
    expect(await idsOf({ q: word.toUpperCase().slice(0, 11) })).toEqual([guestId]);
    expect(await idsOf({ q: email.slice(0, 20) })).toEqual([guestId]);
    expect(await idsOf({ q: `${word}x` })).toEqual([]);
    expect(await idsOf({ email, verified: true })).toEqual([]);
    expect(await idsOf({ email, verified: false })).toEqual([guestId]);
    await verifiedHold(service, email);
    expect(await idsOf({ email, verified: true, q: word })).toEqual([guestId]);
  });

  it('goes on page by page, oldest first, and from a moment on', async () => {
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push((await newGuest()).guestId);
    const all = await idsOf({});
    expect(all.slice(-5)).toEqual(made);
    const paged: string[] = [];
    let after: { createdAt: string; id: string } | null = null;
    do {
      const page = await listGuests(service, { limit: 3, after });
      paged.push(...page.guests.map(({ id }) => id));
      after = page.nextAfter;
    } while (after !== null);
    expect(paged).toEqual(all);
    const [first = ''] = made;
    const { updatedAt: updatedSince } = valueOf(await patch(first, { notes: 'Changed.' }));
    expect(await idsOf({ updatedSince })).toEqual([first]);
  });

  it('is found by a beginning among what has changed, in order and page by page', async () => {
    const word = `Noether${randomUUID().slice(0, 6)}`;
    const made = [];
    for (let count = 0; count < 3; count += 1)
      made.push((await newGuest({ guestName: `Ms ${word}` })).guestId);
    const [one = '', two = '', three = ''] = made;
    const { updatedAt: updatedSince } = valueOf(await patch(three, { notes: 'Changed.' }));
    valueOf(await patch(one, { notes: 'Changed, too.' }));
    const { guestId: other } = await newGuest();
    expect(await idsOf({ q: word, updatedSince })).toEqual([one, three]);
    expect(await idsOf({ q: word, updatedSince, verified: true })).toEqual([]);
    expect(await idsOf({ updatedSince })).toEqual([one, three, other]);
    expect(await idsOf({ q: word })).toEqual([one, two, three]);
    const first = await listGuests(service, { q: word, updatedSince, limit: 1 });
    const next = await listGuests(service, { q: word, updatedSince, limit: 1, after: first.nextAfter });
    expect([...first.guests, ...next.guests].map(({ id }) => id)).toEqual([one, three]);
    expect(next.nextAfter).toBeNull();
  });
});

describe('a PATCH', () => {
  it('merges metadata, replaces consents, removes with null and leaves bookings as they are', async () => {
    const { guestId, bookingId } = await newGuest({ guestName: 'Ada', guestPhone: '+44 1' });
    const before = await readBooking(service, bookingId);
    const consents = [{ purpose: 'news', given: true, at: '2027-01-01T00:00:00.000Z', source: 'desk' }];
    valueOf(await patch(guestId, { metadata: { one: '1', two: '2' }, consents }));
    const word = `Hopper${randomUUID().slice(0, 6)}`;
    const changed = valueOf(
      await patch(guestId, {
        name: `Grace ${word}`,
        phone: null,
        metadata: { two: '', three: '3' },
        consents: [],
      }),
    );
    expect(changed).toMatchObject({
      name: `Grace ${word}`,
      phone: null,
      metadata: { one: '1', three: '3' },
      consents: [],
    });
    expect(await readGuest(service, guestId)).toEqual(changed);
    expect(await idsOf({ q: word })).toEqual([guestId]);
    expect(await readBooking(service, bookingId)).toEqual(before);
  });

  it('refuses more metadata than a booking may have, and changes nothing', async () => {
    const { guestId } = await newGuest();
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']));
    expect(outcomeOf(await patch(guestId, { metadata: keys(51), name: 'Ada' }))).toBe('validation_failed');
    expect(await readGuest(service, guestId)).toMatchObject({ metadata: {}, name: null });
  });
});

describe('the stays', () => {
  it('are all bookings of the guest, and say which address was verified', async () => {
    const { email, guestId, bookingId } = await newGuest();
    const hold = await verifiedHold(service, email);
    const { bookings } = valueOf(await stays(guestId));
    expect(bookings.map(({ id, verified }) => ({ id, verified }))).toEqual([
      { id: bookingId, verified: false },
      { id: hold, verified: true },
    ]);
    const { verified: _, ...first } = bookings[0] ?? { verified: true };
    const {
      bill: _bill,
      cancellationPolicy: _policy,
      schedule: _schedule,
      ...read
    } = await readBooking(service, bookingId);
    expect(read).toMatchObject(first);
  });
});

describe('a merge', () => {
  it('moves the bookings with new versions, entries and events, and the source is gone', async () => {
    const target = await newGuest({ guestName: 'Ada' });
    const source = await newGuest({ guestName: 'Countess', guestPhone: '+44 1' });
    const before = await readBooking(service, source.bookingId);
    const merged = valueOf(await merge(target.guestId, source.guestId));
    expect(merged).toMatchObject({ id: target.guestId, name: 'Ada', phone: null, staysCount: 2 });
    const after = await readBooking(service, source.bookingId);
    expect(after).toMatchObject({ guestId: target.guestId, version: before.version + 1 });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(outcomeOf(await service.request(contract.readGuest, { guestId: source.guestId }))).toBe(
      'guest_not_found',
    );
    expect((await service.probe.eventsOf(source.bookingId)).at(-1)).toBe('updated');
    const { entries } = valueOf(
      await service.request(contract.listHistory, {
        reservationId: source.bookingId,
        limit: 100,
        after: null,
      }),
    );
    expect(entries.at(-1)).toMatchObject({
      action: 'updated',
      version: after.version,
      changes: [{ field: 'guestId', before: source.guestId, after: target.guestId }],
    });
    const again = await createPaidBooking(service, { guestEmail: source.email });
    expect([target.guestId, source.guestId]).not.toContain(again.guestId);
  });

  it('is refused with itself, with an unknown guest', async () => {
    const { guestId } = await newGuest();
    expect(outcomeOf(await merge(guestId, guestId))).toBe('validation_failed');
    expect(outcomeOf(await merge(guestId, newId()))).toBe('guest_not_found');
    expect(outcomeOf(await merge(newId(), guestId))).toBe('guest_not_found');
  });

  it('loses no booking that is made at the same time', async () => {
    const [target, source] = [await newGuest(), await newGuest()];
    const [, ...made] = await Promise.all([
      merge(target.guestId, source.guestId),
      ...Array.from({ length: 8 }, () => createPaidBooking(service, { guestEmail: source.email })),
    ]);
    for (const { id } of made) {
      const { guestId } = await readBooking(service, id);
      expect(await readGuest(service, guestId ?? '')).toMatchObject({ erasedAt: null });
    }
  });
});
