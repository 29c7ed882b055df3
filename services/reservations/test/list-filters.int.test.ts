import * as contract from '@lodging/contract-reservations';
import type { RequestOf } from '@lodging/contract-wire';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, valueOf } from './guest-requests.ts';
import { createPaidBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
let ada: contract.Booking;
let grace: contract.Booking;

type Filters = Partial<RequestOf<typeof contract.listBookings>>;
const list = (filters: Filters, tenantId?: string) =>
  service.request(contract.listBookings, { limit: 100, after: null, ...filters }, tenantId);
const idsOf = async (filters: Filters, tenantId?: string) =>
  valueOf(await list(filters, tenantId)).bookings.map(({ id }) => id);
const hyphenated = (text: string) => `${text.slice(0, 4)}-${text.slice(4)}`;

beforeAll(async () => {
  service = await startReservations();
  ada = await createPaidBooking(service, {
    guestEmail: 'ada@example.com',
    guestName: 'Ada Lovelace',
    externalReference: 'PMS 4711',
    metadata: { channel: 'phone', agent: '7' },
    ratePlanId: randomUUID(),
    from: '2027-03-01T23:30:00.000Z',
    to: '2027-03-03T10:00:00.000Z',
  });
  grace = await createPaidBooking(service, {
    guestEmail: 'grace@navy.example',
    guestName: 'Grace Hopper',
    metadata: { channel: 'web' },
    from: '2027-04-01T14:00:00.000Z',
    to: '2027-04-05T10:00:00.000Z',
  });
});
afterAll(() => service.close());

describe('a list', () => {
  it('is narrowed by what the operator keeps with a booking', async () => {
    expect(await idsOf({ externalReference: 'PMS 4711' })).toEqual([ada.id]);
    expect(await idsOf({ metadataKey: 'channel' })).toEqual([ada.id, grace.id]);
    expect(await idsOf({ metadataKey: 'channel', metadataValue: 'web' })).toEqual([grace.id]);
    expect(await idsOf({ metadataKey: 'agent' })).toEqual([ada.id]);
    expect(await idsOf({ metadataKey: 'nothing' })).toEqual([]);
    expect(await idsOf({ source: 'manual' })).toEqual([ada.id, grace.id]);
    expect(await idsOf({ source: 'direct' })).toEqual([]);
    expect(await idsOf({ ratePlanId: ada.ratePlanId ?? '' })).toEqual([ada.id]);
    expect(await idsOf({ quantityMin: 1 })).toEqual([ada.id, grace.id]);
    expect(await idsOf({ quantityMin: 2 })).toEqual([]);
    expect(await idsOf({ metadataKey: 'channel', externalReference: 'PMS 4711', q: 'ada' })).toEqual([
      ada.id,
    ]);
    expect(await idsOf({ metadataKey: 'agent', q: 'grace' })).toEqual([]);
  });

  it('is narrowed by all filters together, and by all but one', async () => {
    const all: Filters = {
      resourceId: ada.resourceId,
      state: 'confirmed',
      guestEmail: 'ada@example.com',
      from: '2027-03-01',
      to: '2027-03-05',
      externalReference: 'PMS 4711',
      metadataKey: 'channel',
      metadataValue: 'phone',
      source: 'manual',
      ratePlanId: ada.ratePlanId ?? '',
      quantityMin: 1,
      createdFrom: '2020-01-01',
      createdTo: '2100-01-01',
      arrivalFrom: '2027-03-01',
      arrivalTo: '2027-03-05',
      departureFrom: '2027-03-01',
      departureTo: '2027-03-05',
      updatedSince: '2020-01-01',
      q: 'lovelace',
      order: 'desc',
    };
    expect(await idsOf(all)).toEqual([ada.id]);
    expect(await idsOf({ ...all, departureTo: undefined })).toEqual([ada.id]);
    expect(await idsOf({ ...all, departureFrom: undefined })).toEqual([ada.id]);
    for (const other of [
      { quantityMin: 2 },
      { q: 'hopper' },
      { metadataValue: 'web' },
      { source: 'direct' as const },
    ])
      expect(await idsOf({ ...all, ...other })).toEqual([]);
  });

  it('is narrowed by moments: from is inclusive, to is exclusive, and dates are those of the stay', async () => {
    expect(await idsOf({ arrivalFrom: ada.startsAt, arrivalTo: grace.startsAt })).toEqual([ada.id]);
    // 23:30 UTC on the 1st of March is the 2nd in Berlin.
    expect(await idsOf({ arrivalFrom: '2027-03-02', arrivalTo: '2027-03-03' })).toEqual([ada.id]);
    expect(await idsOf({ arrivalFrom: '2027-03-01', arrivalTo: '2027-03-02' })).toEqual([]);
    expect(await idsOf({ departureFrom: '2027-04-05' })).toEqual([grace.id]);
    expect(await idsOf({ departureTo: grace.endsAt })).toEqual([ada.id]);
    expect(await idsOf({ createdFrom: grace.createdAt })).toEqual([grace.id]);
    expect(await idsOf({ createdTo: ada.createdAt })).toEqual([]);
    expect(await idsOf({ updatedSince: grace.updatedAt })).toEqual([grace.id]);
    expect(outcomeOf(await list({ createdFrom: '2027-01-02', createdTo: '2027-01-02' }))).toBe(
      'invalid_window',
    );
  });

  it.each([
    ['ada', ['ada']],
    ['ADA@EXAMPLE.COM', ['ada']],
    ['lovel', ['ada']],
    ['pms 47', ['ada']],
    ['gra', ['grace']],
    ['hopper', ['grace']],
    ['hoppers', []],
    ['navy', []],
  ])('is searched by %s', async (q, found) => {
    const names = new Map([
      [ada.id, 'ada'],
      [grace.id, 'grace'],
    ]);
    expect((await idsOf({ q })).map((id) => names.get(id))).toEqual(found);
  });

  it('finds a booking by what it has now, and no longer by what it had', async () => {
    const { id } = await createPaidBooking(service, { guestName: 'Mary Somerville', metadata: { old: '1' } });
    const body = { reservationId: id, guestName: 'Mary Kovalevskaya', metadata: { old: null, new: '1' } };
    valueOf(await service.request(contract.changeBooking, body));
    expect(await idsOf({ q: 'somer' })).toEqual([]);
    expect(await idsOf({ q: 'koval' })).toEqual([id]);
    expect(await idsOf({ metadataKey: 'old' })).toEqual([]);
    expect(await idsOf({ metadataKey: 'new' })).toEqual([id]);
  });

  it.each([(text: string) => text, hyphenated, (text: string) => hyphenated(text).toLowerCase()])(
    'finds a booking by its whole reference, in any case, with or without a hyphen',
    async (write) => {
      expect(await idsOf({ q: write(ada.reference) })).toEqual([ada.id]);
      expect(await idsOf({ q: write(ada.reference), metadataKey: 'channel', order: 'desc' })).toEqual([
        ada.id,
      ]);
      expect(await idsOf({ q: write(ada.reference), source: 'direct' })).toEqual([]);
    },
  );

  it('finds a booking once where the search finds it by a reference of the operator, too', async () => {
    const { id, reference } = await createPaidBooking(service);
    const body = { reservationId: id, externalReference: reference };
    valueOf(await service.request(contract.changeBooking, body));
    expect(await idsOf({ q: reference })).toEqual([id]);
  });

  it('does not find the bookings of another tenant by their reference', async () => {
    expect(await idsOf({ q: ada.reference }, randomUUID())).toEqual([]);
  });

  it('is read from the newest to the oldest, page by page', async () => {
    const all = await idsOf({});
    const read: string[] = [];
    let after: Filters['after'] = null;
    do {
      const page: { bookings: { id: string }[]; nextAfter: Filters['after'] } = valueOf(
        await list({ order: 'desc', limit: 1, after }),
      );
      read.push(...page.bookings.map(({ id }) => id));
      after = page.nextAfter;
    } while (after !== null && after !== undefined);
    expect(read).toEqual(all.toReversed());
  });
});
