import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { bookedOffline, weeklyStays } from '../harness/bookings.ts';
import type { BookingRequest } from '../harness/bookings.ts';
import { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { MAIL_SETTINGS, mailsOf, mailsTo } from '../harness/guest-mails.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import type { Booking } from '../harness/records.ts';

const demo = inject('demo');
const SETTINGS = '/v1/mail-settings';
const REMINDER = '/v1/mail-templates/stay_reminder/en';
const KINDS = [
  'booking_confirmed',
  'booking_changed',
  'booking_cancelled',
  'payment_due',
  'payment_received',
  'refund_sent',
  'stay_reminder',
];
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  tenant = await makeTenant(demo);
  next = weeklyStays(await makeLodging(tenant.secret));
});

async function booked(more: object = {}): Promise<Booking & { readonly email: string }> {
  const email = `guest-${randomUUID()}@example.test`;
  const request = { ...next(), guestEmail: email, guestName: 'Ada Lovelace', ...more };
  return { ...(await bookedOffline(tenant.secret, request)), email };
}

describe('mail settings', () => {
  it('are off where none were set, and then what was put, with defaults', async () => {
    const other = await makeTenant(demo);
    const off = { enabled: false, propertyName: null, languages: ['en'], reminderDaysBefore: 0 };
    const none = await other.secret.get(SETTINGS);
    expect(none.body).toMatchObject(off);
    const put = await other.secret.put(SETTINGS, { ...MAIL_SETTINGS, mails: { payment_due: false } });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({
      ...MAIL_SETTINGS,
      testMailbox: null,
      guestMay: { cancel: false, changeDates: false, pay: false },
      mails: Object.fromEntries(KINDS.map((kind) => [kind, kind !== 'payment_due'])),
    });
    expect((await other.secret.get(SETTINGS)).body).toEqual(put.body);
  });

  it.each([
    ['without a name', { propertyName: undefined }, '/propertyName'],
    ['with a line break in the name', { propertyName: 'Hotel\r\nBcc: x' }, '/propertyName'],
    ['with a long sender', { fromName: 'x'.repeat(81) }, '/fromName'],
    ['with a broken address', { replyTo: 'no-address' }, '/replyTo'],
    ['with an unknown language', { languages: ['it'] }, '/languages/0'],
    ['with no language', { languages: [] }, '/languages'],
    ['with a language twice', { languages: ['de', 'de'] }, '/languages'],
    ['with an insecure logo', { logoUrl: 'http://hotel.example/logo.png' }, '/logoUrl'],
    ['with a logo of a script', { logoUrl: 'javascript:alert(1)' }, '/logoUrl'],
    ['with a colour in words', { accentColor: 'red' }, '/accentColor'],
    ['with a page on no list', { manageUrl: 'https://elsewhere.example/manage' }, '/manageUrl'],
    ['with an insecure page', { manageUrl: 'http://localhost:1/manage' }, '/manageUrl'],
    ['with 31 days', { reminderDaysBefore: 31 }, '/reminderDaysBefore'],
    ['with a switch in words', { mails: { payment_due: 'no' } }, '/mails/payment_due'],
    ['with 100,000 characters', { address: 'x'.repeat(10_000) }, '/address'],
  ])('are refused %s', async (_what, changes, pointer) => {
    const refused = await tenant.secret.put(SETTINGS, { ...MAIL_SETTINGS, ...changes });
    expectProblem(refused, 400, 'validation_failed');
    expect(refused.body).toMatchObject({ errors: [{ pointer }] });
  });

  it('take a page of the redirect list', async () => {
    const own = await makeTenant(demo);
    await own.admin.put(`/admin/v1/tenants/${own.id}/payment-account`, {
      mode: 'live',
      provider: 'stripe',
      accountId: own.accountId,
      redirectOrigins: ['https://hotel.example'],
    });
    const manageUrl = 'https://hotel.example/manage';
    const put = await own.secret.put(SETTINGS, { ...MAIL_SETTINGS, manageUrl });
    expect(put.body).toMatchObject({ manageUrl });
  });

  it('and templates need the permission operate, and a secret key', async () => {
    const keys = `/admin/v1/tenants/${tenant.id}/api-keys`;
    const made = await tenant.admin.post<{ key: string }>(keys, {
      kind: 'secret',
      mode: 'live',
      permissions: ['book', 'read'],
    });
    const booking = new Client(demo.gatewayUrl, made.body.key);
    expectProblem(await booking.put(SETTINGS, MAIL_SETTINGS), 403, 'insufficient_permission');
    expectProblem(await booking.put(REMINDER, { subject: 'x', text: 'y' }), 403, 'insufficient_permission');
    expect((await booking.get(SETTINGS)).status).toBe(200);
    expectProblem(await tenant.browser.get(SETTINGS), 403, 'secret_key_required');
  });
});

describe('mails of a booking', () => {
  it('are written in the language of the guest, with reference and price, and listed', async () => {
    await tenant.secret.put(SETTINGS, { ...MAIL_SETTINGS, languages: ['en', 'de'] });
    const { id, email } = await booked({ guestLanguage: 'de-AT' });
    const [mail] = await mailsTo(demo, email, 'Ihre Buchung ist bestätigt');
    const { body } = await tenant.secret.get<{ reference: string }>(`/v1/bookings/${id}`);
    expect(mail?.From.Name).toBe('Hotel Seeblick');
    for (const part of [mail?.Text, mail?.HTML]) expect(part).toContain(body.reference);
    expect(mail?.Text).toContain('Guten Tag Ada Lovelace');
    expect(mail?.Text).toMatch(/Gesamt: €\s200,00/);
    expect(mail?.Attachments.map(({ ContentType }) => ContentType)).toContain('text/calendar');
    await eventually('the mail is marked as sent', async () => {
      const [row] = await mailsOf(tenant.secret, id);
      return row?.state === 'sent' ? row : undefined;
    });
    await tenant.secret.send('DELETE', `/v1/bookings/${id}`);
    const [cancelled] = await mailsTo(demo, email, 'Ihre Buchung ist storniert');
    expect(cancelled?.Text).toContain(body.reference);
    const kinds = (await mailsOf(tenant.secret, id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['booking_confirmed', 'booking_cancelled']);
  });

  it('are sent again on request, five an hour, each with what holds now', async () => {
    await tenant.secret.put(SETTINGS, MAIL_SETTINGS);
    const { id, email } = await booked();
    await mailsTo(demo, email, 'Your booking is confirmed');
    const path = `/v1/bookings/${id}/mails`;
    for (const type of ['booking_confirmed', 'stay_reminder', 'booking_changed', 'booking_cancelled']) {
      const sent = await tenant.secret.post<{ kind: string; state: string; reason: string }>(path, { type });
      expect(sent.status).toBe(202);
      const isOver = type === 'booking_cancelled';
      expect(sent.body).toMatchObject(
        isOver ? { state: 'suppressed', reason: 'not_current' } : { kind: type, state: 'queued' },
      );
    }
    await mailsTo(demo, email, 'Your booking is confirmed', 2);
    expect((await tenant.secret.post(path, { type: 'payment_due' })).status).toBe(202);
    const limited = await tenant.secret.post(path, { type: 'booking_confirmed' });
    expectProblem(limited, 429, 'rate_limited');
    expectProblem(await tenant.secret.post(path, { type: 'newsletter' }), 400, 'validation_failed');
  });

  it('are suppressed, and said to be so, while mails are off', async () => {
    await tenant.secret.put(SETTINGS, { ...MAIL_SETTINGS, enabled: false });
    const { id } = await booked();
    const sent = await tenant.secret.post(`/v1/bookings/${id}/mails`, { type: 'booking_confirmed' });
    expect(sent.status).toBe(202);
    expect(sent.body).toMatchObject({ state: 'suppressed', reason: 'disabled', attempts: 0 });
    await tenant.secret.put(SETTINGS, MAIL_SETTINGS);
  });

  it('of another tenant and of no booking are not found', async () => {
    const other = await makeTenant(demo);
    const { id } = await booked();
    for (const bookingId of [id, randomUUID(), 'no-uuid']) {
      const path = `/v1/bookings/${bookingId}/mails`;
      expectProblem(await other.secret.get(path), 404, 'booking_not_found');
      expectProblem(await other.secret.post(path, { type: 'stay_reminder' }), 404, 'booking_not_found');
    }
    expect(await mailsOf(other.secret, id).catch(() => undefined)).toBeUndefined();
  });
});

describe('a mail template', () => {
  it('is the built-in one until one is put, is used, and is the built-in one again when it is deleted', async () => {
    const builtIn = await tenant.secret.get(REMINDER);
    expect(builtIn.body).toMatchObject({
      type: 'stay_reminder',
      language: 'en',
      custom: false,
      updatedAt: null,
    });
    const template = {
      subject: 'Soon {{ booking.reference }}',
      text: 'Room: {{ booking.room }} {{ guest.name }}',
    };
    const put = await tenant.secret.put(REMINDER, template);
    expect(put.body).toMatchObject({ ...template, html: null, custom: true });
    expect((await tenant.secret.get(REMINDER)).body).toEqual(put.body);
    const { id, reference } = (await booked()) as Booking & { reference: string };
    const path = `${REMINDER}/preview`;
    const sample = await tenant.secret.post(path);
    expect(sample.body).toMatchObject({ subject: 'Soon 7K3Q9ALP', text: 'Room: Room 12 Ada Lovelace' });
    const own = await tenant.secret.post<{ html: string }>(path, { reservationId: id });
    expect(own.body).toMatchObject({ subject: `Soon ${reference}` });
    expect(own.body.html).toContain('Ada Lovelace');
    expectProblem(await tenant.secret.post(path, { reservationId: randomUUID() }), 404, 'booking_not_found');
    expect((await tenant.secret.send('DELETE', REMINDER)).status).toBe(204);
    expect((await tenant.secret.send('DELETE', REMINDER)).status).toBe(204);
    expect((await tenant.secret.get(REMINDER)).body).toEqual(builtIn.body);
  });

  it('that is broken is refused with its part, line and reason, and nothing is written', async () => {
    const refused = await tenant.secret.put(REMINDER, { subject: 'x', text: 'one\n{{ guest.nmae }}' });
    expectProblem(refused, 400, 'template_invalid');
    expect(refused.body).toMatchObject({ part: 'text', line: 2, reason: 'unknown variable: guest.nmae' });
    expect((await tenant.secret.get(REMINDER)).body).toMatchObject({ custom: false });
    expectProblem(await tenant.secret.put(REMINDER, { subject: '', text: 'x' }), 400, 'validation_failed');
  });

  it('of an unknown kind or language is not found', async () => {
    for (const path of [
      'newsletter/en',
      'stay_reminder/it',
      'STAY_REMINDER/en',
      'stay_reminder/constructor',
    ]) {
      const at = `/v1/mail-templates/${path}`;
      expectProblem(await tenant.secret.get(at), 404, 'not_found');
      expectProblem(await tenant.secret.put(at, { subject: 'x', text: 'y' }), 404, 'not_found');
      expectProblem(await tenant.secret.send('DELETE', at), 404, 'not_found');
      expectProblem(await tenant.secret.post(`${at}/preview`), 404, 'not_found');
    }
  });
});
