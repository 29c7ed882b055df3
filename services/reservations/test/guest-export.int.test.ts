import * as contract from '@lodging/contract-reservations';
import type { Caller } from '@lodging/kit-runtime';
import { newId } from '@lodging/kit-runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endedBooking, eraseGuest, MANAGER, newEmail, readGuest } from './guest-profile-requests.ts';
import { outcomeOf, readBooking, valueOf } from './guest-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

const exportGuest = (guestId: string, caller: Caller = MANAGER, as?: string) =>
  service.request(contract.exportGuest, { guestId }, as, { caller });
const readPart = (guestId: string, exportId: string, part: number, caller: Caller = MANAGER) =>
  service.request(contract.readGuestExport, { guestId, exportId, part }, undefined, { caller });

it('an export has what the reads show', async () => {
  const guestEmail = newEmail();
  const { id, guestId } = await endedBooking(service, { guestEmail, guestName: 'Ada', notes: 'A note.' });
  await endedBooking(service, { guestEmail });
  const { content, exportId } = valueOf(await exportGuest(guestId));
  expect(exportId).toBeNull();
  const document = contract.guestExport.parse(JSON.parse(content ?? ''));
  expect(document.guest).toEqual(await readGuest(service, guestId));
  expect(document.stays).toHaveLength(2);
  const [stay] = document.stays;
  expect(stay?.booking).toEqual({ ...(await readBooking(service, id)), verified: false });
  const payments = await service.request(contract.readBookingPayments, { reservationId: id });
  expect(stay?.payments).toEqual(valueOf(payments));
  const history = await service.request(contract.listHistory, { reservationId: id, limit: 100, after: null });
  expect(stay?.history).toEqual(valueOf(history).entries);
  expect(stay?.mails).toEqual([{ kind: 'booking_confirmed', sentAt: '2026-11-20T12:00:00.000Z' }]);
});

it('a long one is in parts for a day, sealed, and goes with the guest', async () => {
  const guestEmail = newEmail();
  const { guestId } = await endedBooking(service, { guestEmail });
  for (let count = 0; count < 60; count += 1)
    await endedBooking(service, { guestEmail, notes: `Zurück${'ü'.repeat(4_900)}` });
  const written = valueOf(await exportGuest(guestId));
  const { exportId, parts, bytes } = written;
  expect(written.content).toBeNull();
  if (exportId === null) throw new Error('the export was not stored');
  const contents = [];
  for (let part = 0; part < parts; part += 1)
    contents.push(valueOf(await readPart(guestId, exportId, part)).content);
  const whole = contents.join('');
  expect(Buffer.byteLength(whole)).toBe(bytes);
  expect(contract.guestExport.parse(JSON.parse(whole)).stays).toHaveLength(61);
  expect(JSON.stringify(await service.probe.sql('SELECT * FROM guest_exports'))).not.toContain('Zurück');
  expect(outcomeOf(await readPart(guestId, exportId, parts))).toBe('not_found');
  expect(outcomeOf(await readPart(newId(), exportId, 0))).toBe('guest_not_found');
  await service.probe.sql(`UPDATE guest_exports SET expires_at = expires_at - interval '25 hours'`);
  expect(outcomeOf(await readPart(guestId, exportId, 0))).toBe('not_found');
  valueOf(await eraseGuest(service, guestId));
  expect(await service.probe.sql('SELECT id FROM guest_exports')).toEqual([]);
});

it('an export needs its permission, and a guest of the tenant', async () => {
  const { guestId } = await endedBooking(service);
  const caller = { ...MANAGER, permissions: ['read', 'book', 'operate', 'guest:erase'] };
  expect(outcomeOf(await exportGuest(guestId, caller))).toBe('insufficient_permission');
  expect(outcomeOf(await readPart(guestId, newId(), 0, caller))).toBe('insufficient_permission');
  expect(outcomeOf(await exportGuest(newId()))).toBe('guest_not_found');
  expect(outcomeOf(await exportGuest(guestId, MANAGER, newId()))).toBe('guest_not_found');
});
