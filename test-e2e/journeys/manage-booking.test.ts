import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { Client } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { mailsTo } from '../harness/guest-mails.ts';
import type { HistoryEntry, Reservation } from '../harness/records.ts';
import { confirm, holdSomewhere, openPayment, payByCard, verifyGuest } from '../harness/stay.ts';

const demo = inject('demo');
const [tenant] = demo.tenants as [DemoTenant];
const secret = new Client(demo.gatewayUrl, tenant.testSecretKey);
const website = new Client(demo.gatewayUrl, tenant.testPublishableKey, demo.bookingPageUrl);
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => browser.close());

async function paidStay(): Promise<Reservation> {
  const { body } = await secret.get<{ resources: DemoTenant['resources'] }>('/v1/resources?limit=100');
  const room = body.resources.find(({ kind }) => kind === 'hotel_room');
  if (room === undefined) throw new Error('the sandbox sells no room');
  const { reservation } = await holdSomewhere(secret, room);
  const token = await verifyGuest(demo, website, reservation.id);
  await payByCard(demo, tenant, await openPayment(secret, reservation.id));
  const confirmed = await confirm(website, reservation.id, token);
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  return reservation;
}

/** Mails of the sandbox arrive in the mailbox that the demo has set. */
async function linkFromMail(reference: string): Promise<URL> {
  const { body } = await secret.get<{ testMailbox: string }>('/v1/mail-settings');
  return eventually(`the mail of ${reference} with its link`, async () => {
    const mails = await mailsTo(demo, body.testMailbox, 'Your booking is confirmed');
    const mail = mails.find(({ Text }) => Text.includes(reference));
    const address = /http:\S+\/manage\?\S+/.exec(mail?.Text ?? '')?.[0];
    return address === undefined ? undefined : new URL(address);
  });
}

async function openLink(link: URL): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ locale: 'en-GB' });
  page.setDefaultTimeout(25_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  await page.goto(link.href);
  return { page, faults };
}

it('a guest opens the link of the mail, sees the stay, and cancels it for the amount that was shown', async () => {
  const { id, reference } = await paidStay();
  const link = await linkFromMail(reference);
  const token = link.searchParams.get('token') ?? '';
  expect(token).not.toBe('');

  const { page, faults } = await openLink(link);
  await page.getByText(reference).waitFor();
  await page.getByText('Confirmed', { exact: true }).waitFor();
  expect(page.url()).not.toContain(token);
  expect(new URL(page.url()).searchParams.get('publishable-key')).toBe(tenant.testPublishableKey);

  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await page.getByRole('heading', { name: 'Cancel this booking?' }).waitFor();
  const { body: preview } = await website.get<{ cancellation: { refundMinorUnits: string } }>(
    '/v1/manage/booking',
    { headers: { 'guest-token': token } },
  );
  const back = page.locator('dt', { hasText: 'You get back' }).locator('+ dd');
  expect((await back.innerText()).replaceAll(/\D/g, '')).toBe(preview.cancellation.refundMinorUnits);
  await page.getByRole('button', { name: 'Yes, cancel the booking' }).click();
  await page.getByText('Your booking is cancelled.').waitFor();
  expect(faults).toEqual([]);

  expect((await secret.get(`/v1/bookings/${id}`)).body).toMatchObject({ state: 'cancelled' });
  const history = await secret.get<{ entries: HistoryEntry[] }>(`/v1/bookings/${id}/history`);
  const cancelled = history.body.entries.find(({ action }) => action === 'cancelled');
  expect(cancelled).toMatchObject({ actor: { kind: 'guest' } });

  expect((await secret.send('DELETE', `/v1/bookings/${id}/guest-link`)).status).toBe(204);
  const ended = await website.get('/v1/manage/booking', { headers: { 'guest-token': token } });
  expectProblem(ended, 401, 'guest_token_invalid');
  await page.reload();
  await page.getByText('This link is not valid any more.').waitFor();
});

it('a guest adds a night, pays for it on the page of the provider, and finds the new dates', async () => {
  const { id, reference } = await paidStay();
  const before = await secret.get<{ endsAt: string; timezone: string }>(`/v1/bookings/${id}`);
  const { page, faults } = await openLink(await linkFromMail(reference));
  await page.getByRole('button', { name: 'Change dates' }).click();
  const departure = page.getByLabel('Departure');
  const later = new Date(Date.parse(`${await departure.inputValue()}T12:00:00Z`) + 86_400_000);
  await departure.fill(later.toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Check the price' }).click();
  await page.getByRole('heading', { name: 'Your new stay' }).waitFor();
  await page.getByRole('button', { name: /^Change and pay/ }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByText('Your dates are changed.').waitFor();
  expect(faults).toEqual([]);

  const after = await secret.get<{ endsAt: string }>(`/v1/bookings/${id}`);
  const nights = (Date.parse(after.body.endsAt) - Date.parse(before.body.endsAt)) / 86_400_000;
  expect(Math.round(nights)).toBe(1);
  const history = await secret.get<{ entries: HistoryEntry[] }>(`/v1/bookings/${id}/history`);
  expect(history.body.entries.find(({ action }) => action === 'change_awaits_payment')).toMatchObject({
    actor: { kind: 'guest' },
  });
  await eventually('the history names the guest as the one who opened the payment', async () => {
    const { body } = await secret.get<{ entries: HistoryEntry[] }>(`/v1/bookings/${id}/history`);
    return body.entries.some(
      ({ action, actor, note }) =>
        action === 'payment_opened' && actor.kind === 'guest' && note?.startsWith('publishable_key'),
    );
  });
});
