import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { book, bookedOffline, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { quote } from '../harness/stay.ts';
import type { Booking } from '../harness/records.ts';

const demo = inject('demo');
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  tenant = await makeTenant(demo);
  next = weeklyStays(await makeLodging(tenant.secret));
});

const patch = (id: string, body: object) =>
  tenant.secret.send<Booking & Record<string, unknown>>('PATCH', `/v1/bookings/${id}`, { body });
const list = async (query: string) =>
  (await tenant.secret.get<{ bookings: Booking[]; nextCursor: string | null }>(`/v1/bookings?${query}`)).body;
const pointersOf = (problem: { errors?: { pointer: string }[] }) =>
  problem.errors?.map(({ pointer }) => pointer);

const details = {
  guestName: 'Ada Lovelace',
  guestPhone: '+49 30 1',
  guestLanguage: 'de-AT',
  notes: 'Two keys.',
  metadata: { channel: 'phone' },
};

describe('what is kept with a booking', () => {
  it('is written by POST and PATCH, read, listed and searched', async () => {
    const externalReference = `PMS ${randomUUID()}`;
    const booked = await bookedOffline(tenant.secret, { ...next(), ...details, externalReference });
    expect(booked).toMatchObject({ ...details, externalReference, moveReason: null });
    const changed = await patch(booked.id, {
      state: 'checked_in',
      reason: 'early',
      metadata: { channel: null, room: '12' },
      notes: null,
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body).toMatchObject({
      state: 'checked_in',
      moveReason: 'early',
      metadata: { room: '12' },
      notes: null,
      guestName: 'Ada Lovelace',
    });
    expect((await tenant.secret.get(`/v1/bookings/${booked.id}`)).body).toEqual(changed.body);
    for (const query of [
      'q=lovel',
      'metadataKey=room&metadataValue=12',
      `externalReference=${externalReference}`,
    ])
      expect((await list(query)).bookings.map(({ id }) => id)).toEqual([booked.id]);
  });

  it('has limits, each of which is named with its pointer', async () => {
    const { id } = await bookedOffline(tenant.secret, next());
    const refused: [object, string][] = [
      [{}, '/state'],
      [{ reason: 'x' }, '/state'],
      [{ metadata: { 'a[b]': 'x' } }, '/metadata/a[b]'],
      [{ metadata: { a: 'x'.repeat(501) } }, '/metadata/a'],
      [{ metadata: { a: 1 } }, '/metadata/a'],
      [{ externalReference: '' }, '/externalReference'],
      [{ notes: 'x'.repeat(5_001) }, '/notes'],
      [{ guestLanguage: 'not a tag' }, '/guestLanguage'],
      [{ guestName: '' }, '/guestName'],
    ];
    for (const [body, pointer] of refused)
      expect(pointersOf(expectProblem(await patch(id, body), 400, 'validation_failed'))).toEqual([pointer]);
  });

  it('is a reference of one booking at a time', async () => {
    const externalReference = randomUUID();
    const { id } = await bookedOffline(tenant.secret, { ...next(), externalReference });
    const second = await book(tenant.secret, { ...next(), paidOffline: true, externalReference });
    expect(expectProblem(second, 409, 'external_reference_taken')).toMatchObject({ reservationId: id });
    await tenant.secret.send('DELETE', `/v1/bookings/${id}`);
    await bookedOffline(tenant.secret, { ...next(), externalReference });
  });

  it('is kept from publishable keys, which may send metadata with a hold', async () => {
    const { guestEmail: _guest, ...stay } = next();
    const { signedQuoteToken } = await quote(tenant.browser, stay);
    const withReference = { signedQuoteToken, externalReference: 'x' };
    expectProblem(await tenant.browser.create('/v1/holds', withReference), 403, 'secret_key_required');
    const held = await tenant.browser.create<Booking>('/v1/holds', {
      signedQuoteToken,
      metadata: { page: 'a' },
    });
    expect(held.status, JSON.stringify(held.body)).toBe(201);
    expect(held.body).not.toHaveProperty('metadata');
    expect((await tenant.secret.get(`/v1/bookings/${held.body.id}`)).body).toMatchObject({
      metadata: { page: 'a' },
    });
  });
});

it('a list is read in either order, with cursors of its filters and order alone', async () => {
  const asc = (await list('limit=100')).bookings.map(({ id }) => id);
  expect((await list('limit=100&order=desc')).bookings.map(({ id }) => id)).toEqual(asc.toReversed());
  const { nextCursor } = await list('limit=1&order=desc');
  expect((await list(`limit=1&order=desc&cursor=${nextCursor}`)).bookings[0]?.id).toBe(asc.at(-2));
  for (const others of ['', 'order=desc&source=manual'])
    expectProblem(
      await tenant.secret.get(`/v1/bookings?${others}&cursor=${nextCursor}`),
      400,
      'invalid_cursor',
    );
});
