import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQuote, outcomeOf, placeHold, readBooking, valueOf } from './guest-requests.ts';
import {
  bookingRequest,
  createBooking,
  createHeldBooking,
  createPaidBooking,
  patchBooking,
} from './operator-requests.ts';
import type { BookingPatch } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;

beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

type Patch = Omit<BookingPatch, 'reservationId'>;
const patch = (reservationId: string, body: Patch) => patchBooking(service, { reservationId, ...body });
const historyOf = async (reservationId: string) =>
  valueOf(await service.request(contract.listHistory, { reservationId, limit: 100, after: null })).entries;

const details = {
  guestName: 'Grace Hopper',
  guestPhone: '+49 30 901820',
  guestLanguage: 'en-US',
  notes: 'Arrives late, ask for Grace.',
  metadata: { channel: 'phone', agent: '7' },
};

describe('the details of a booking', () => {
  it('are read as they were written, and what the guest said is stored sealed', async () => {
    const externalReference = randomUUID();
    const booking = await createPaidBooking(service, { ...details, externalReference });
    expect(booking).toMatchObject({ ...details, externalReference, moveReason: null });
    expect(await readBooking(service, booking.id)).toEqual(booking);
    const rows = await service.probe.sql(
      `SELECT r.*, s.token FROM reservations r JOIN reservation_search s ON s.reservation_id = r.id WHERE r.id = $1`,
      [booking.id],
    );
    for (const secret of ['Grace Hopper', 'Hopper', details.guestPhone, booking.guestEmail])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('are changed by PATCH: one version, one entry that names them, and one event without the guest', async () => {
    const { id, version } = await createPaidBooking(service, { metadata: { a: '1', b: '2' } });
    const changed = valueOf(
      await patch(id, { ...details, metadata: { b: null, c: '3' }, externalReference: `ref ${id}` }),
    );
    expect(changed).toMatchObject({
      ...details,
      metadata: { a: '1', c: '3' },
      externalReference: `ref ${id}`,
      version: version + 1,
    });
    expect(await readBooking(service, id)).toEqual(changed);
    const last = (await historyOf(id)).at(-1);
    expect(last).toMatchObject({ action: 'updated', version: version + 1 });
    expect(last?.changes).toEqual([
      { field: 'metadata.b', before: 'set', after: null },
      { field: 'metadata.c', before: null, after: 'set' },
      { field: 'externalReference', before: null, after: `ref ${id}` },
      { field: 'notes', before: null, after: 'set' },
      { field: 'guestName', before: null, after: 'set' },
      { field: 'guestPhone', before: null, after: 'set' },
      { field: 'guestLanguage', before: null, after: 'set' },
    ]);
    expect((await service.probe.eventsOf(id)).at(-1)).toBe('updated');
    const events = JSON.stringify(
      await service.probe.sql('SELECT envelope FROM outbox WHERE aggregate_id = $1', [id]),
    );
    for (const secret of ['Grace', '901820', 'Arrives late', 'en-US']) expect(events).not.toContain(secret);
    expect(JSON.stringify(await historyOf(id))).not.toMatch(/Grace|901820|Arrives|@/);
  });

  it('that have their values already change nothing', async () => {
    const { id, version } = await createPaidBooking(service, details);
    expect(
      valueOf(await patch(id, { notes: details.notes, metadata: { agent: '7', none: null } })).version,
    ).toBe(version);
    expect(await historyOf(id)).toHaveLength(version);
  });

  it('are changed with the state in one step, or neither is', async () => {
    const { id, version } = await createPaidBooking(service);
    const moved = valueOf(await patch(id, { state: 'checked_in', reason: 'early', notes: 'two keys' }));
    expect(moved).toMatchObject({ state: 'checked_in', moveReason: 'early', notes: 'two keys' });
    const entries = await historyOf(id);
    expect(entries.map(({ action }) => action)).toEqual(['created', 'confirmed', 'checked_in', 'updated']);
    expect(moved.version).toBe(version + 2);
    expect(entries.map((entry) => entry.version)).toEqual([1, 2, 3, 4]);
    expect(outcomeOf(await patch(id, { state: 'no_show', notes: 'never stored' }))).toBe(
      'illegal_transition',
    );
    expect((await readBooking(service, id)).notes).toBe('two keys');
  });

  it('are all kept where fifty keys are set by fifty concurrent requests', async () => {
    const { id, version } = await createPaidBooking(service);
    const keys = Array.from({ length: 50 }, (_, index) => `key-${index}`);
    const outcomes = await Promise.all(
      keys.map(async (key) => outcomeOf(await patch(id, { metadata: { [key]: key } }))),
    );
    expect(new Set(outcomes)).toEqual(new Set(['ok']));
    const booking = await readBooking(service, id);
    expect(Object.keys(booking.metadata)).toHaveLength(50);
    expect(booking.version).toBe(version + 50);
    expect(await historyOf(id)).toHaveLength(booking.version);
    expect(await patch(id, { metadata: { more: 'x' } })).toMatchObject({
      refusal: { code: 'validation_failed', extra: { errors: [{ pointer: '/metadata/more' }] } },
    });
    expect(outcomeOf(await patch(id, { metadata: { more: 'x', 'key-0': '' } }))).toBe('ok');
  });
});

describe('an external reference', () => {
  it('is one booking’s: of twenty concurrent creates one has it, and the others learn whose it is', async () => {
    const externalReference = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        createBooking(service, bookingRequest({ externalReference, paidOffline: true })),
      ),
    );
    const made = answers.filter((answer) => answer.ok);
    expect(made).toHaveLength(1);
    const [winner] = made;
    const id = winner?.ok === true ? winner.value.booking.id : '';
    for (const answer of answers.filter((one) => !one.ok))
      expect(answer).toMatchObject({
        refusal: { code: 'external_reference_taken', extra: { reservationId: id } },
      });
  });

  it('is free again with the cancellation', async () => {
    const externalReference = randomUUID();
    const { id } = await createPaidBooking(service, { externalReference });
    const other = await createPaidBooking(service);
    expect(await patch(other.id, { externalReference })).toMatchObject({
      refusal: { code: 'external_reference_taken', extra: { reservationId: id } },
    });
    valueOf(await patch(id, { state: 'cancelled' }));
    expect(valueOf(await patch(other.id, { externalReference })).externalReference).toBe(externalReference);
    expect((await readBooking(service, id)).externalReference).toBe(externalReference);
  });

  it('that another booking took is missing from a hold that late money brings back, and history says so', async () => {
    const externalReference = randomUUID();
    const { id } = await createHeldBooking(service, { externalReference });
    await service.probe.sql(
      `UPDATE reservations SET state = 'expired', version = version + 1, hold_expires_at = now() - interval '1 minute'
        WHERE id = $1`,
      [id],
    );
    await createPaidBooking(service, { externalReference });
    service.neighbours.payments.paid.add(id);
    service.neighbours.publishPaymentSucceeded(service.tenantId, id);
    await expect
      .poll(async () => (await readBooking(service, id)).state, { timeout: 10_000 })
      .toBe('confirmed');
    expect((await readBooking(service, id)).externalReference).toBeNull();
    expect((await historyOf(id)).at(-1)).toMatchObject({
      action: 'updated',
      changes: [{ field: 'externalReference', before: externalReference, after: null }],
    });
  });
});

describe('a hold', () => {
  const hold = async (changes: object, kind: 'secret' | 'publishable') => {
    const { signedQuoteToken } = await createQuote(service);
    const request = { idempotencyKey: randomUUID(), signedQuoteToken, ...changes };
    const caller = { kind, keyId: randomUUID(), permissions: [] };
    return service.request(contract.placeHold, request, service.tenantId, { caller });
  };

  it('keeps metadata, of which a publishable key may send ten', async () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, 'x']));
    const held = valueOf(await hold({ metadata: keys(10) }, 'publishable'));
    expect(held).not.toHaveProperty('metadata');
    expect((await readBooking(service, held.id)).metadata).toEqual(keys(10));
    expect(outcomeOf(await hold({ metadata: keys(11) }, 'publishable'))).toBe('validation_failed');
    expect(outcomeOf(await hold({ metadata: keys(11) }, 'secret'))).toBe('ok');
  });

  it('takes an external reference from a secret key alone', async () => {
    const externalReference = randomUUID();
    expect(outcomeOf(await hold({ externalReference }, 'publishable'))).toBe('secret_key_required');
    const { id } = valueOf(await hold({ externalReference }, 'secret'));
    expect((await readBooking(service, id)).externalReference).toBe(externalReference);
    expect(outcomeOf(await hold({ externalReference }, 'secret'))).toBe('external_reference_taken');
    expect((await placeHold(service)).id).not.toBe(id);
  });
});
