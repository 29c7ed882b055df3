import { startMailbox } from '@lodging/emulators';
import { simpleParser } from 'mailparser';
import ical from 'node-ical';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_MAIL_LIMITS } from '../src/domain/mails/mail-limits.ts';
import type { MailLimitChanges } from '../src/domain/mails/mail-limits.ts';
import { sendCodeMail } from '../src/use-cases/mails/send-code-mail.ts';
import { startMails } from './mails-harness.ts';
import type { MailsHarness } from './mails-harness.ts';

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let mails: MailsHarness;
beforeAll(async () => {
  mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 });
  mails = await startMails(mailbox.smtpUrl);
});
afterAll(async () => {
  await mails.close();
  await mailbox.stop();
});
beforeEach(async () => {
  await fetch(`${mailbox.url}/api/v1/messages`, { method: 'DELETE' });
});

/** As a mail program reads them, oldest first. */
async function received() {
  const list = (await (await fetch(`${mailbox.url}/api/v1/messages`)).json()) as {
    messages: { ID: string }[];
  };
  const sources = await Promise.all(
    list.messages.map(async ({ ID }) => (await fetch(`${mailbox.url}/api/v1/message/${ID}/raw`)).text()),
  );
  return Promise.all(sources.toReversed().map((source) => simpleParser(source)));
}

describe('a confirmed booking', () => {
  it('is reported once, to the guest, from the property, with a calendar part', async () => {
    const tenantId = await mails.addTenant();
    const stay = mails.addStay();
    const id = await mails.publish(tenantId, stay, 'reservation.confirmed');
    await mails.publish(tenantId, stay, 'reservation.confirmed', { id });
    await mails.run();
    await mails.run();
    const [mail, ...others] = await received();
    expect(others).toEqual([]);
    expect(mail?.from?.value).toEqual([{ name: 'Hotel Seeblick', address: 'no-reply@lodging.example' }]);
    expect(mail?.replyTo?.text).toBe('desk@seeblick.example');
    expect(mail?.to).toMatchObject({ text: 'ada@example.com' });
    expect(mail?.subject).toBe('Your booking is confirmed: Hotel Seeblick, 10 June 2027');
    for (const part of [mail?.text, String(mail?.html)]) {
      expect(part).toContain('7K3Q9ALP');
      expect(part).toContain('Thursday, 10 June 2027');
      expect(part).toContain('€255.00');
      expect(part).toContain('You can cancel free of charge until 3 June 2027');
    }
    const calendar = ical.sync.parseICS(String(mail?.attachments[0]?.content));
    const [event] = Object.values(calendar).filter((entry) => entry?.type === 'VEVENT');
    expect(event).toMatchObject({
      uid: `${stay}.${tenantId.slice(-12)}@lodging`,
      sequence: 2,
      status: 'CONFIRMED',
      datetype: 'date',
    });
    expect(mail?.attachments[0]?.contentType).toBe('text/calendar');
    expect(mail?.headers.get('list-unsubscribe')).toBeUndefined();
    const [row] = await mails.mailsOf(tenantId, stay);
    expect(row).toMatchObject({
      kind: 'booking_confirmed',
      version: 2,
      state: 'sent',
      attempts: 1,
      reason: null,
    });
    expect(mail?.messageId).toBe(`<${row?.id}@lodging.example>`);
  });

  it('is reported in the language of the guest, else in the first of the property', async () => {
    const tenantId = await mails.addTenant({ languages: ['de', 'fr'] });
    const languages = ['fr-CA', 'de', 'ja', null];
    for (const language of languages) {
      const guest = { email: `${language}@example.com`, name: 'Ada', language, erased: false };
      await mails.publish(tenantId, mails.addStay({ guest }), 'reservation.confirmed');
    }
    await mails.run();
    const subjects = (await received()).map(({ to, subject }) => [Object(to).text, subject?.split(' ')[0]]);
    expect(Object.fromEntries(subjects)).toEqual({
      'fr-CA@example.com': 'Votre',
      'de@example.com': 'Ihre',
      'ja@example.com': 'Ihre',
      'null@example.com': 'Ihre',
    });
  });

  it('is not reported without settings, and has no row', async () => {
    const [tenantId, stay] = [crypto.randomUUID(), mails.addStay()];
    await mails.publish(tenantId, stay, 'reservation.confirmed');
    await mails.run();
    expect(await mails.mailsOf(tenantId, stay)).toEqual([]);
  });

  it('goes to the mailbox of the sandbox, with a mark in its subject', async () => {
    const tenantId = await mails.addTenant({}, false);
    await mails.publish(tenantId, mails.addStay(), 'reservation.confirmed', { livemode: false });
    await mails.run();
    const [mail] = await received();
    expect(Object(mail?.to).text).toBe('tests@seeblick.example');
    expect(mail?.subject).toMatch(/^\[Test\] Your booking is confirmed/);
  });

  it('begins no header with a value of the guest, and keeps what is long or written from right to left', async () => {
    const tenantId = await mails.addTenant({ fromName: 'Seeblick "Lake" <x@evil.example>' });
    const name = `Eve\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script> ${'ب'.repeat(150)}`;
    const guest = { email: 'eve@example.com', name, language: 'en', erased: false };
    await mails.publish(tenantId, mails.addStay({ guest }), 'reservation.confirmed');
    await mails.run();
    const [mail] = await received();
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.from?.value).toEqual([
      { name: 'Seeblick "Lake" <x@evil.example>', address: 'no-reply@lodging.example' },
    ]);
    expect(mail?.text).toContain(
      `Dear Eve Bcc: victim@example.com <script>alert(1)</script> ${'ب'.repeat(150)},`,
    );
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail?.html).not.toContain('<script');
  });
});

describe('each kind of mail', () => {
  it.each([
    ['reservation.cancelled', { holdExpiresAt: null }, 'booking_cancelled'],
    ['reservation.changed', {}, 'booking_changed'],
    ['payment.due', {}, 'payment_due'],
    ['payment.succeeded', { providerPaymentIntentId: 'pi_2' }, 'payment_received'],
    ['refund.created', { id: 'sample' }, 'refund_sent'],
  ] as const)('%s is reported as %s', async (type, object, kind) => {
    const tenantId = await mails.addTenant();
    const payment = { providerPaymentIntentId: 'pi_2', purpose: 'balance', amountMinorUnits: 17_850n };
    const money = {
      collectedMinorUnits: 25_500n,
      returnedMinorUnits: 7_650n,
      dueMinorUnits: 17_850n,
      payments: [payment],
      refunds: [{ id: 'sample', amountMinorUnits: 7_650n }],
    };
    const state = type === 'reservation.cancelled' ? 'cancelled' : 'confirmed';
    const stay = mails.addStay({ money, state });
    await mails.publish(tenantId, stay, type, { object });
    await mails.run();
    const [mail] = await received();
    expect(await mails.mailsOf(tenantId, stay)).toMatchObject([{ kind, state: 'sent' }]);
    const calendar = mail?.attachments[0]?.content.toString();
    if (kind === 'booking_cancelled') expect(calendar).toContain('STATUS:CANCELLED');
    else if (kind !== 'booking_changed') expect(calendar).toBeUndefined();
  });

  it('a cancelled hold and a change of notes are not reported', async () => {
    const [tenantId, stay] = [await mails.addTenant(), mails.addStay()];
    await mails.publish(tenantId, stay, 'reservation.cancelled', {
      object: { holdExpiresAt: '2027-05-03T09:16:00Z' },
    });
    await mails.publish(tenantId, stay, 'reservation.updated', { object: {} });
    expect(await mails.mailsOf(tenantId, stay)).toEqual([]);
  });

  it('the payment that confirms the stay is reported by the confirmation', async () => {
    const [tenantId, stay] = [await mails.addTenant(), mails.addStay()];
    await mails.publish(tenantId, stay, 'payment.succeeded', {
      object: { providerPaymentIntentId: 'sample' },
    });
    await mails.run();
    expect(await mails.mailsOf(tenantId, stay)).toMatchObject([
      { state: 'suppressed', reason: 'in_confirmation' },
    ]);
  });

  it('two payments with one version are two mails', async () => {
    const payments = ['pi_2', 'pi_3'].map((providerPaymentIntentId) => ({
      providerPaymentIntentId,
      purpose: 'balance',
      amountMinorUnits: 100n,
    }));
    const money = { ...mails.stays.get(mails.addStay())?.money, payments } as never;
    const [tenantId, stay] = [await mails.addTenant(), mails.addStay({ money })];
    for (const { providerPaymentIntentId } of payments)
      await mails.publish(tenantId, stay, 'payment.succeeded', { object: { providerPaymentIntentId } });
    await mails.run();
    expect(await mails.mailsOf(tenantId, stay)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  });
});

describe('a mail is suppressed', () => {
  const guest = { email: 'ada@example.com', name: 'Ada', language: 'en', erased: false };
  it.each([
    ['disabled', { enabled: false }, {}, true],
    ['switched_off', { mails: { booking_confirmed: false } }, {}, true],
    ['no_test_mailbox', { testMailbox: null }, {}, false],
    ['erased', {}, { guest: { ...guest, email: null, erased: true } }, true],
    ['no_address', {}, { guest: { ...guest, email: null } }, true],
    ['not_current', {}, { state: 'cancelled' }, true],
  ] as const)('with the reason %s', async (reason, settings, facts, livemode) => {
    const tenantId = await mails.addTenant(settings as never, livemode);
    const stay = mails.addStay(facts);
    await mails.publish(tenantId, stay, 'reservation.confirmed', { livemode });
    await mails.run();
    expect(await mails.mailsOf(tenantId, stay)).toMatchObject([{ state: 'suppressed', reason, attempts: 0 }]);
    expect(await received()).toEqual([]);
  });

  it('beyond ten an hour and twenty a day to one address, whatever causes them', async () => {
    const tenantId = await mails.addTenant();
    const guest = { email: 'Many@example.com', name: null, language: null, erased: false };
    const stays = Array.from({ length: 13 }, () => mails.addStay({ guest }));
    for (const stay of stays) await mails.publish(tenantId, stay, 'reservation.confirmed');
    await mails.run();
    const rows = (await Promise.all(stays.map((stay) => mails.mailsOf(tenantId, stay)))).flat();
    expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(10);
    expect(rows.filter(({ reason }) => reason === 'address_limit')).toHaveLength(3);
    const hashes = await mails.db.readInTenant<{ hash: string }>(tenantId, {
      name: 'hashes',
      text: 'SELECT address_hash AS hash FROM mail_sends',
      values: [],
    });
    expect(JSON.stringify(hashes)).not.toMatch(/many/i);
  });

  it('beyond the limits of the tenant, changed one by one and lifted with null', async () => {
    const { mailLimits } = mails.deps;
    const [tenantId, other] = [await mails.addTenant(), await mails.addTenant()];
    const sentOf = async (count: number) => {
      const guest = { email: 'limited@example.com', name: null, language: null, erased: false };
      const stays = Array.from({ length: count }, () => mails.addStay({ guest }));
      for (const stay of stays) await mails.publish(tenantId, stay, 'reservation.confirmed');
      await mails.run();
      const rows = (await Promise.all(stays.map((stay) => mails.mailsOf(tenantId, stay)))).flat();
      return rows.filter(({ state }) => state === 'sent').length;
    };
    const change = async (changes: MailLimitChanges) => {
      const changed = await mailLimits.change(tenantId, changes);
      expect(await mailLimits.find(tenantId)).toEqual(changed);
      return changed;
    };
    expect(await change({ mailsPerAddressHour: 2 })).toEqual({
      mailsPerAddressHour: 2,
      mailsPerAddressDay: 20,
    });
    expect(await sentOf(3)).toBe(2);
    expect(await change({ mailsPerAddressDay: 3 })).toEqual({
      mailsPerAddressHour: 2,
      mailsPerAddressDay: 3,
    });
    expect(await change({ mailsPerAddressHour: null })).toEqual({
      mailsPerAddressHour: null,
      mailsPerAddressDay: 3,
    });
    expect(await sentOf(3)).toBe(1);
    expect(await change({})).toEqual({ mailsPerAddressHour: null, mailsPerAddressDay: 3 });
    expect(await mailLimits.find(other)).toEqual(DEFAULT_MAIL_LIMITS);
  });
});

describe('the mail with a code', () => {
  it('has the name and the first language of the property, also while mails are off', async () => {
    const tenantId = await mails.addTenant({ enabled: false, languages: ['fr'] });
    const code = { to: 'ada@example.com', code: '493817', stay: null, property: 'tenant-name' };
    const expiresAt = mails.clock.now().add({ minutes: 10 });
    await sendCodeMail(mails.deps, { tenantId }, { ...code, expiresAt, languages: [] });
    await sendCodeMail(mails.deps, { tenantId }, { ...code, expiresAt, languages: ['de-AT'] });
    const [french, german] = await received();
    expect(french?.from?.value[0]?.name).toBe('Hotel Seeblick');
    expect(french?.html).toContain('lang="fr"');
    expect(german?.html).toContain('lang="de"');
  });
});
