import * as contract from '@lodging/contract-reservations';
import type { Caller } from '@lodging/kit-runtime';
import { newId } from '@lodging/kit-runtime';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endedBooking,
  eraseGuest,
  MANAGER,
  newEmail,
  readGuest,
  verifiedHold,
} from './guest-profile-requests.ts';
import { outcomeOf, placeHold, readBooking, receiveCode, valueOf } from './guest-requests.ts';
import { insertBookings } from './insert-bookings.ts';
import { createPaidBooking, moveBooking, patchBooking } from './operator-requests.ts';
import { createGuestHashes } from '../src/outbound/guests/guest-hashes.ts';
import { GUEST_DATA_SECRET, guestSealer } from './open-test-database.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

const hashes = createGuestHashes([GUEST_DATA_SECRET]);
const erase = (guestId: string, caller?: Caller) => eraseGuest(service, guestId, caller);

/** Every row of every table of the schema, as text. */
async function dump(): Promise<string> {
  const tables = await service.probe.sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'reservations'::regnamespace`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => service.probe.sql(`SELECT t::text AS row FROM reservations.${name} AS t`)),
  );
  return JSON.stringify(rows);
}

describe('an erasure', () => {
  it('takes the profile and what the bookings know of the guest, and leaves the bookings', async () => {
    const canary = `canary${randomUUID().slice(0, 8)}`;
    const guestEmail = `${canary}@example.com`;
    const { id, guestId } = await endedBooking(service, {
      guestEmail,
      guestName: `Ms ${canary}`,
      guestPhone: '+43 1',
      guestLanguage: 'de',
      notes: `Likes ${canary}`,
      externalReference: `ref-${randomUUID()}`,
    });
    await patchBooking(service, { reservationId: id, metadata: { room: 'blue' } });
    const patched = { guestId, notes: canary, metadata: { who: canary } };
    valueOf(await service.request(contract.changeGuest, contract.changeGuest.request.parse(patched)));
    const before = await readBooking(service, id);

    const erased = valueOf(await erase(guestId));
    expect(erased).toMatchObject({ id: guestId });
    expect(erased.erased).toEqual(
      expect.arrayContaining(['email', 'name', 'notes', 'metadata', 'bookings.guestEmail', 'bookings.notes']),
    );
    expect(erased.elsewhere).toEqual([
      { system: 'payment_provider', accountId: 'acct_1', paymentIntentIds: [`pi_${id}`] },
    ]);
    expect(erased.remains.length).toBeGreaterThan(2);

    const after = await readBooking(service, id);
    expect(after).toMatchObject({
      guestId,
      state: 'cancelled',
      guestEmail: null,
      guestName: null,
      guestPhone: null,
      guestLanguage: null,
      notes: null,
      metadata: {},
      moveReason: null,
      externalReference: before.externalReference,
      totalMinorUnits: before.totalMinorUnits,
      bill: before.bill,
      version: before.version + 1,
    });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await readGuest(service, guestId)).toMatchObject({
      email: null,
      name: null,
      notes: null,
      metadata: {},
      staysCount: 1,
      erasedAt: erased.erasedAt,
    });
    const stored = await dump();
    for (const text of [canary, guestSealer.emailHash(service.tenantId, guestEmail)])
      expect(stored).not.toContain(text);
    expect(JSON.stringify(service.log.lines)).not.toContain(canary);
  });

  it('keeps no hash of the address that counted the links that were mailed to it', async () => {
    const guestEmail = newEmail();
    const held = await verifiedHold(service, guestEmail);
    const { guestId, reference } = await readBooking(service, held);
    valueOf(await service.request(contract.requestGuestLink, { reference, email: guestEmail }));
    await eventually('the link is mailed', () =>
      service.neighbours.guestSettings.links.some(({ reservationId }) => reservationId === held),
    );
    const { tenantId } = service;
    const buckets = [hashes.linkRecipient(tenantId, guestEmail)];
    const counted = () =>
      service.probe.sql('SELECT FROM guest_code_sends WHERE tenant_id = $1 AND bucket = ANY($2::text[])', [
        tenantId,
        buckets,
      ]);
    expect(await counted()).toHaveLength(1);
    valueOf(await moveBooking(service, held, 'cancelled'));
    valueOf(await erase(guestId ?? ''));
    expect(await counted()).toEqual([]);
  });

  it('ends the links with which the guest sees a booking', async () => {
    const { id, guestId } = await endedBooking(service, { guestEmail: newEmail() });
    const { token } = valueOf(await service.request(contract.createGuestLink, { reservationId: id }));
    const read = () => service.request(contract.readManagedBooking, { guestToken: token });
    expect(valueOf(await read()).booking.id).toBe(id);
    valueOf(await erase(guestId));
    expect(outcomeOf(await read())).toBe('guest_token_invalid');
  });

  it('writes an entry for each booking, publishes one event, and answers the same again', async () => {
    const guestEmail = newEmail();
    const first = await endedBooking(service, { guestEmail, guestName: 'Ada' });
    const second = await endedBooking(service, { guestEmail });
    const erased = valueOf(await erase(first.guestId));
    expect(valueOf(await erase(first.guestId))).toEqual(erased);
    const { entries } = valueOf(
      await service.request(contract.listHistory, { reservationId: first.id, limit: 100, after: null }),
    );
    expect(entries.at(-1)).toMatchObject({
      action: 'erased',
      actor: { kind: 'secret_key', id: MANAGER.keyId },
      changes: [
        { field: 'guestEmail', before: 'set', after: null },
        { field: 'guestName', before: 'set', after: null },
      ],
    });
    const events = await service.probe.sql<{ envelope: string }>(
      'SELECT envelope FROM outbox WHERE aggregate_id = $1',
      [first.guestId],
    );
    expect(events).toHaveLength(1);
    const { data } = JSON.parse(events[0]?.envelope ?? '{}') as {
      data: { guest: { reservationIds: string[] } };
    };
    expect(data.guest.reservationIds.toSorted()).toEqual([first.id, second.id].toSorted());
  });

  it('is refused while a booking is held, confirmed or checked in', async () => {
    const guestEmail = newEmail();
    const held = await verifiedHold(service, guestEmail);
    const { guestId } = await readBooking(service, held);
    const refused = await erase(guestId ?? '');
    expect(refused).toMatchObject({
      ok: false,
      refusal: { code: 'guest_has_open_stays', extra: { reservationIds: [held] } },
    });
    expect((await readGuest(service, guestId ?? '')).email).toBe(guestEmail);
    const confirmed = await createPaidBooking(service);
    expect(outcomeOf(await erase(confirmed.guestId ?? ''))).toBe('guest_has_open_stays');
    valueOf(await moveBooking(service, confirmed.id, 'checked_in'));
    expect(outcomeOf(await erase(confirmed.guestId ?? ''))).toBe('guest_has_open_stays');
  });

  it('is refused while a refund is on its way, and allowed after it', async () => {
    const { id, guestId } = await endedBooking(service);
    service.neighbours.payments.refunding.add(id);
    expect(await erase(guestId)).toMatchObject({
      refusal: { code: 'guest_has_open_stays', extra: { reservationIds: [id] } },
    });
    service.neighbours.payments.refunding.delete(id);
    expect(outcomeOf(await erase(guestId))).toBe('ok');
  });

  it('is refused until payments has recorded what a cancellation decided', async () => {
    const { id, guestId } = await endedBooking(service);
    const open = (state: string) =>
      service.probe.sql(
        `INSERT INTO settlements (tenant_id, id, reservation_id, kind, keep_minor_units, offline_minor_units, step, state,
           next_attempt_at, created_at)
         VALUES ($1, $2, $2, 'cancellation', 0, 0, '0', $3, 'infinity', now())
         ON CONFLICT (tenant_id, id) DO UPDATE SET state = $3`,
        [service.tenantId, id, state],
      );
    await open('open');
    expect(outcomeOf(await erase(guestId))).toBe('guest_has_open_stays');
    await open('settled');
    expect(outcomeOf(await erase(guestId))).toBe('ok');
  });

  it('needs its permission, and a guest of the tenant', async () => {
    const { guestId } = await endedBooking(service);
    expect(outcomeOf(await erase(guestId, { ...MANAGER, permissions: ['book'] }))).toBe(
      'insufficient_permission',
    );
    expect(outcomeOf(await erase(newId()))).toBe('guest_not_found');
    const other = await service.request(contract.eraseGuest, { guestId }, newId(), { caller: MANAGER });
    expect(outcomeOf(other)).toBe('guest_not_found');
  });

  it('keeps the guest from a change and a merge, and leaves the list; the address has another guest then', async () => {
    const guestEmail = newEmail();
    const { guestId } = await endedBooking(service, { guestEmail });
    valueOf(await erase(guestId));
    const change = contract.changeGuest.request.parse({ guestId, name: 'Ada' });
    expect(outcomeOf(await service.request(contract.changeGuest, change))).toBe('guest_erased');
    const other = await createPaidBooking(service, { guestEmail });
    expect(other.guestId).not.toBe(guestId);
    for (const [one, from] of [
      [guestId, other.guestId ?? ''],
      [other.guestId ?? '', guestId],
    ] as const)
      expect(outcomeOf(await service.request(contract.mergeGuests, { guestId: one, from }))).toBe(
        'guest_erased',
      );
    const list = contract.listGuests.request.parse({ limit: 100, after: null, email: guestEmail });
    const { guests } = valueOf(await service.request(contract.listGuests, list));
    expect(guests.map(({ id }) => id)).toEqual([other.guestId]);
  });

  it('of a booking that was made before guests had profiles is whole', async () => {
    const guestEmail = newEmail();
    const { id, guestId } = await endedBooking(service, { guestEmail });
    const before = await endedBooking(service, { guestEmail });
    await service.probe.sql('UPDATE reservations SET guest_id = NULL WHERE id = $1', [before.id]);
    valueOf(await erase(guestId));
    for (const one of [id, before.id])
      expect(await readBooking(service, one)).toMatchObject({ guestEmail: null, guestId });
  });
});

describe('at the same time', () => {
  it('a verification comes before the erasure, which is refused, or after it and makes another guest', async () => {
    for (let round = 0; round < 6; round += 1) {
      const guestEmail = newEmail();
      const { guestId } = await endedBooking(service, { guestEmail });
      const { id } = await placeHold(service);
      const code = await receiveCode(service, id, guestEmail);
      const [erased, verified] = await Promise.all([
        erase(guestId),
        service.request(contract.verifyGuestCode, { reservationId: id, email: guestEmail, code }),
      ]);
      expect(outcomeOf(verified)).toBe('ok');
      const hold = await readBooking(service, id);
      expect(hold.guestEmail).toBe(guestEmail);
      if (erased.ok) expect(hold.guestId).not.toBe(guestId);
      else expect([hold.guestId, erased.refusal.code]).toEqual([guestId, 'guest_has_open_stays']);
    }
  });

  it('a booking is of a guest who is not erased', async () => {
    for (let round = 0; round < 6; round += 1) {
      const guestEmail = newEmail();
      const { guestId } = await endedBooking(service, { guestEmail });
      const [erased, booking] = await Promise.all([
        erase(guestId),
        createPaidBooking(service, { guestEmail }),
      ]);
      if (erased.ok) expect(booking.guestId).not.toBe(guestId);
      else expect(booking.guestId).toBe(guestId);
      expect((await readGuest(service, booking.guestId ?? '')).email).toBe(guestEmail);
    }
  });

  it('two erasures have one answer and one event', async () => {
    const { guestId } = await endedBooking(service);
    const answers = await Promise.all([erase(guestId), erase(guestId), erase(guestId)]);
    const done = answers.map((answer) => valueOf(answer));
    for (const one of done) expect(one).toEqual(done[0]);
    expect(await service.probe.eventsOf(guestId)).toEqual(['erased']);
  });
});

it('of a thousand stays takes less than two seconds', async () => {
  const { guestId } = await endedBooking(service);
  await insertBookings(service.probe, service.tenantId, 1_000);
  await service.probe.sql(
    `UPDATE reservations SET state = 'cancelled', hold_expires_at = NULL, guest_id = $1, notes = 'A note.'
      WHERE guest_email_hash LIKE 'guest %'`,
    [guestId],
  );
  const began = performance.now();
  valueOf(await erase(guestId));
  expect(performance.now() - began).toBeLessThan(2_000);
  const left = await service.probe.sql(
    'SELECT FROM reservations WHERE guest_id = $1 AND (notes IS NOT NULL OR guest_email_hash IS NOT NULL)',
    [guestId],
  );
  expect(left).toEqual([]);
  expect(await readGuest(service, guestId)).toMatchObject({ staysCount: 1_001 });
});

it('erasures of all tenants are listed for the platform alone', async () => {
  const { guestId } = await endedBooking(service);
  const since = Temporal.Now.instant().subtract({ hours: 1 }).toString({ smallestUnit: 'millisecond' });
  valueOf(await erase(guestId));
  const request = { since, limit: 500, after: null };
  const platform = { caller: { kind: 'platform' as const, permissions: [] } };
  const { erasures } = valueOf(await service.request(contract.listErasures, request, undefined, platform));
  expect(erasures.at(-1)).toMatchObject({ tenantId: service.tenantId, guestId, livemode: true });
  await expect(service.request(contract.listErasures, request)).rejects.toThrow();
});
