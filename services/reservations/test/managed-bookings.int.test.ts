import type { SoldPolicy } from '@lodging/contract-inventory';
import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { valueOf } from './guest-requests.ts';
import { HALF } from './half-policy.ts';
import { createHeldBooking, createPaidBooking, moveBooking, patchBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => {
  service.neighbours.clearFaults();
  service.neighbours.guestSettings.change({});
});

/** A booking of 100.00 that was paid through payments. */
async function paidBooking(
  cancellation: SoldPolicy | null = HALF,
  guestEmail = `${randomUUID()}@example.com`,
) {
  const resourceId = randomUUID();
  if (cancellation !== null) service.neighbours.inventory.sold.set(resourceId, { cancellation });
  const booking = await createHeldBooking(service, {
    resourceId,
    guestEmail,
    guestName: 'Ada Lovelace',
    notes: 'late',
    metadata: { room: 'quiet' },
  });
  service.neighbours.payments.net.set(booking.id, 10_000n);
  service.neighbours.publishPaymentSucceeded(service.tenantId, booking.id);
  await eventually('it is confirmed', async () => (await service.probe.stateOf(booking.id)) === 'confirmed');
  return booking;
}

const link = (reservationId: string, as?: string) =>
  service.request(contract.createGuestLink, { reservationId }, as);
const tokenOf = async (id: string) => valueOf(await link(id)).token;
const read = (guestToken: string, as?: string) =>
  service.request(contract.readManagedBooking, { guestToken }, as);
const cancel = (guestToken: string, expectedPenaltyMinorUnits: string) =>
  service.request(contract.cancelManagedBooking, { guestToken, expectedPenaltyMinorUnits });
const pay = (guestToken: string) =>
  service.request(contract.openManagedSession, {
    guestToken,
    successUrl: 'https://seeblick.example/ok',
    cancelUrl: 'https://seeblick.example/back',
  });
const refusal = async (answer: Promise<{ ok: boolean }>) =>
  (await answer) as { ok: false; refusal: { code: string; extensions?: object } };
const codeOf = async (answer: Promise<{ ok: boolean }>) => (await refusal(answer)).refusal?.code;

describe('a link', () => {
  it('has a token of one booking, until 30 days after the stay, at the address of the settings', async () => {
    const { id } = await createPaidBooking(service);
    const { url, token, expiresAt } = valueOf(await link(id));
    expect(url).toBe(`https://seeblick.example/manage?token=${token}`);
    expect(expiresAt).toBe('2027-04-02T10:00:00.000Z');
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA', typ: 'manage+jwt' });
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ sub: id, aud: 'lodging/manage', gen: 0, mode: 'live' });
    expect(claims.exp).toBe(Date.parse(expiresAt) / 1000);
    expect(JSON.stringify(claims)).not.toContain('@');
    expect(valueOf(await read(token)).booking.id).toBe(id);
  });

  it('has no address where the settings have none', async () => {
    const { id } = await createPaidBooking(service);
    service.neighbours.guestSettings.change({ manageUrl: null });
    expect(valueOf(await link(id))).toMatchObject({ url: null, token: expect.any(String) });
  });

  it('ends with the links of its booking, and no other does', async () => {
    const { id } = await createPaidBooking(service);
    const other = await createPaidBooking(service);
    const [old, kept] = [await tokenOf(id), await tokenOf(other.id)];
    expect(valueOf(await service.request(contract.endGuestLinks, { reservationId: id }))).toEqual({
      ended: true,
    });
    expect(await codeOf(read(old))).toBe('guest_token_invalid');
    expect(valueOf(await read(kept)).booking.id).toBe(other.id);
    const next = await tokenOf(id);
    expect(decodeJwt(next)).toMatchObject({ gen: 1 });
    expect(valueOf(await read(next)).booking.id).toBe(id);
  });

  it('is not made for an unknown booking, or that of another tenant', async () => {
    const { id } = await createPaidBooking(service);
    expect(await codeOf(link(randomUUID()))).toBe('booking_not_found');
    expect(await codeOf(link(id, randomUUID()))).toBe('booking_not_found');
    const end = (reservationId: string, as?: string) =>
      service.request(contract.endGuestLinks, { reservationId }, as);
    expect(await codeOf(end(randomUUID()))).toBe('booking_not_found');
    expect(await codeOf(end(id, randomUUID()))).toBe('booking_not_found');
  });

  it('is not made for a stay that has been over for more than 30 days', async () => {
    const { id } = await createPaidBooking(service);
    const token = await tokenOf(id);
    await service.probe.sql(
      `UPDATE reservations SET starts_at = now() - interval '40 days', ends_at = now() - interval '31 days' WHERE id = $1`,
      [id],
    );
    expect(await codeOf(link(id))).toBe('illegal_transition');
    // A token has its own end: that of the stay it was made for.
    expect(valueOf(await read(token)).booking.id).toBe(id);
  });
});

describe('a token', () => {
  it('opens nothing of another tenant, and no other text does', async () => {
    const { id } = await createPaidBooking(service);
    const token = await tokenOf(id);
    for (const wrong of ['', 'x', `${token}x`, token.slice(0, -4), token.replace('.', '..'), 'a.b.c'])
      for (const answer of [read(wrong), cancel(wrong, '0'), pay(wrong)])
        expect(await codeOf(answer), wrong).toBe('guest_token_invalid');
    expect(await codeOf(read(token, randomUUID()))).toBe('guest_token_invalid');
  });

  it('of a link confirms, changes and holds nothing elsewhere', async () => {
    const { id } = await createHeldBooking(service);
    const token = await tokenOf(id);
    const confirm = (guestVerificationToken: string) =>
      service.request(contract.confirmHold, { reservationId: id, guestVerificationToken });
    expect(await codeOf(confirm(token))).toBe('invalid_guest_token');
    const [idempotencyKey, quoteKey] = [randomUUID(), randomUUID()];
    const change = { reservationId: id, idempotencyKey, changeToken: token, settle: 'now' as const };
    expect(await codeOf(service.request(contract.changeStay, change))).toBe('invalid_change_token');
    const hold = { idempotencyKey: quoteKey, signedQuoteToken: token };
    expect(await codeOf(service.request(contract.placeHold, hold))).toBe('invalid_quote_token');
    const { keys } = valueOf(await service.request(contract.listSigningKeys, {}));
    expect(keys.map(({ kid }) => kid)).not.toContain(decodeProtectedHeader(token).kid);
  });
});

describe('the booking of a guest', () => {
  it('has what the guest may see, and nothing of the operator or of the provider', async () => {
    const { id, reference } = await paidBooking();
    const managed = valueOf(await read(await tokenOf(id)));
    expect(managed).toMatchObject({
      booking: { id, reference, state: 'confirmed', timezone: 'Europe/Berlin' },
      property: { name: 'Hotel Seeblick', address: 'Seestraße 1' },
      bill: { totalMinorUnits: '10000' },
      payments: { dueMinorUnits: expect.any(String) },
      cancellation: { legal: true, penaltyMinorUnits: '5000', refundMinorUnits: '5000', cancelled: null },
      may: { cancel: true, changeDates: true },
    });
    const text = JSON.stringify(managed);
    for (const hidden of ['late', 'quiet', 'example.com', 'Lovelace', 'pi_', 're_', 'note', 'metadata'])
      expect(text, hidden).not.toContain(hidden);
  });

  it('may be what the settings and its state allow', async () => {
    const { id } = await paidBooking();
    const token = await tokenOf(id);
    expect(valueOf(await read(token)).may).toEqual({ cancel: true, changeDates: true, pay: true });
    service.neighbours.guestSettings.change({ guestMay: { cancel: false, changeDates: false, pay: false } });
    expect(valueOf(await read(token)).may).toEqual({ cancel: false, changeDates: false, pay: false });
    service.neighbours.guestSettings.change({});
    const plain = await paidBooking(null);
    expect(valueOf(await read(await tokenOf(plain.id))).may.cancel).toBe(false);
    await moveBooking(service, id, 'checked_in');
    expect(valueOf(await read(token)).may.cancel).toBe(false);
  });
});

describe('a cancellation by the guest', () => {
  it('keeps the penalty, returns the rest, and names the guest in the history', async () => {
    const { id } = await paidBooking();
    const token = await tokenOf(id);
    const cancelled = valueOf(await cancel(token, '5000'));
    expect(cancelled).toMatchObject({
      booking: { id, state: 'cancelled' },
      cancelled: { penaltyMinorUnits: '5000', keptMinorUnits: '5000', refundMinorUnits: '5000' },
    });
    expect(JSON.stringify(cancelled)).not.toContain('re_');
    const history = valueOf(
      await service.request(contract.listHistory, { reservationId: id, limit: 50, after: null }),
    );
    expect(history.entries.find(({ action }) => action === 'cancelled')).toMatchObject({
      actor: { kind: 'guest', id: null },
      note: expect.stringMatching(/^secret_key/),
    });
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed', 'cancelled']);
    expect(valueOf(await read(token)).cancellation.cancelled).toMatchObject({ keptMinorUnits: '5000' });
    expect(await codeOf(cancel(token, '5000'))).toBe('illegal_transition');
  });

  it('at another penalty than the expected one changes nothing, and names the one of now', async () => {
    const { id } = await paidBooking();
    const answer = await refusal(cancel(await tokenOf(id), '4999'));
    expect(JSON.stringify(answer)).toContain('penalty_changed');
    expect(JSON.stringify(answer)).toContain('"penaltyMinorUnits":"5000"');
    expect(await service.probe.stateOf(id)).toBe('confirmed');
  });

  it('happens once of ten at a time', async () => {
    const { id } = await paidBooking();
    const token = await tokenOf(id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(token, '5000')));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const settled = service.neighbours.payments.settled.filter(({ reservationId }) => reservationId === id);
    expect(new Set(settled.map(({ settlement }) => settlement.id)).size).toBe(1);
  });

  it('is not allowed without a policy, or by the settings', async () => {
    const plain = await paidBooking(null);
    expect(await codeOf(cancel(await tokenOf(plain.id), '0'))).toBe('guest_may_not');
    await service.probe.sql(
      'UPDATE reservation_terms SET floor_minor_units = 5000 WHERE reservation_id = $1',
      [plain.id],
    );
    const shown = valueOf(await read(await tokenOf(plain.id)));
    expect(shown).toMatchObject({ cancellation: { penaltyMinorUnits: '5000' }, may: { cancel: false } });
    expect(await codeOf(cancel(await tokenOf(plain.id), '5000'))).toBe('guest_may_not');
    const { id } = await paidBooking();
    service.neighbours.guestSettings.change({ guestMay: { cancel: false, changeDates: false, pay: true } });
    expect(await codeOf(cancel(await tokenOf(id), '5000'))).toBe('guest_may_not');
    expect(await service.probe.stateOf(id)).toBe('confirmed');
  });
});

describe('a payment by the guest', () => {
  it('opens a page for what is due', async () => {
    const { id } = await paidBooking();
    const token = await tokenOf(id);
    const opened = valueOf(await pay(token));
    expect(opened).toMatchObject({ reservationId: id, url: `https://pay.example/${id}` });
    service.neighbours.guestSettings.change({ guestMay: { cancel: true, changeDates: false, pay: false } });
    expect(await codeOf(pay(token))).toBe('guest_may_not');
  });

  it('is nothing_due for a stay that allows no payment', async () => {
    const { id } = await createHeldBooking(service);
    expect(await codeOf(pay(await tokenOf(id)))).toBe('nothing_due');
  });
});

describe('a requested link', () => {
  const request = (reference: string, email: string, as?: string) =>
    service.request(contract.requestGuestLink, { reference, email }, as);
  const linksOf = (id: string) =>
    service.neighbours.guestSettings.links.filter(({ reservationId }) => reservationId === id);

  it('is mailed where reference and address fit, however they are written', async () => {
    const email = `Guest-${randomUUID()}@example.com`;
    const { id, reference } = await paidBooking(HALF, email);
    const written = `${reference.slice(0, 4)}-${reference.slice(4)}`.toLowerCase();
    expect(valueOf(await request(written, email.toLowerCase()))).toEqual({ accepted: true });
    await eventually('the link is mailed', () => linksOf(id).length === 1);
    const [mailed] = linksOf(id);
    expect(mailed).toMatchObject({ to: expect.stringMatching(/^guest-/i), reference });
    expect(valueOf(await read(mailed?.token ?? '')).booking.id).toBe(id);
  });

  it('is accepted and not mailed where they do not fit', async () => {
    const { id, reference, guestEmail } = await paidBooking();
    const known = guestEmail ?? '';
    for (const [given, email, as] of [
      [reference, 'other@example.com'],
      ['00000000', known],
      ['no reference', known],
      [reference, known, randomUUID()],
    ] as const)
      expect(valueOf(await request(given, email, as))).toEqual({ accepted: true });
    // Requests are worked off in their order.
    const last = await paidBooking();
    await request(last.reference, last.guestEmail ?? '');
    await eventually('the last one is mailed', () => linksOf(last.id).length === 1);
    expect(linksOf(id)).toEqual([]);
  });

  it('is mailed 3 times an hour for a booking', async () => {
    const { id, reference, guestEmail } = await paidBooking();
    for (let count = 0; count < 6; count += 1) await request(reference, guestEmail ?? '');
    const last = await paidBooking();
    await request(last.reference, last.guestEmail ?? '');
    await eventually('the last one is mailed', () => linksOf(last.id).length === 1);
    expect(linksOf(id)).toHaveLength(3);
  });

  it('is mailed 10 times an hour to an address', async () => {
    const email = `${randomUUID()}@example.com`;
    const bookings = await Promise.all(Array.from({ length: 5 }, () => paidBooking(HALF, email)));
    for (const { reference } of bookings)
      for (let count = 0; count < 3; count += 1) await request(reference, email);
    const last = await paidBooking();
    await request(last.reference, last.guestEmail ?? '');
    await eventually('the last one is mailed', () => linksOf(last.id).length === 1);
    expect(bookings.flatMap(({ id }) => linksOf(id))).toHaveLength(10);
  });

  it('leaves neither address nor token in a log', async () => {
    const { id, reference, guestEmail } = await paidBooking();
    service.neighbours.faults.mail = () => {
      throw new Error('the mail server is down');
    };
    await request(reference, guestEmail ?? '');
    await eventually('it was tried', () =>
      service.log.lines.some((line) => JSON.stringify(line).includes('a requested link was not mailed')),
    );
    service.neighbours.clearFaults();
    const token = await tokenOf(id);
    await read(token);
    await cancel(token, '1');
    await patchBooking(service, { reservationId: id, notes: 'seen' });
    const logged = JSON.stringify(service.log.lines);
    expect(logged).not.toContain(token);
    expect(logged).not.toContain(guestEmail ?? '@');
  });
});
