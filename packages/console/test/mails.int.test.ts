import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeApi, NOW, ok, problem } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import type { Site, Visit } from './open-console.ts';
import { booking, ids } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const ID = ids.booking(1);

async function openBooking(api: FakeApi): Promise<Visit> {
  const visit = await site.open({ api, path: `/bookings/${ID}` });
  await visit.page.getByRole('heading', { level: 1 }).waitFor();
  return visit;
}

function apiWith(): FakeApi {
  const api = fakeApi();
  api.bookings.set(ID, booking({}));
  return api;
}

describe('mails', () => {
  const mail = {
    id: 'mail-1',
    kind: 'booking_confirmed',
    version: 2,
    state: 'sent',
    reason: null,
    attempts: 1,
    createdAt: NOW,
    sentAt: NOW,
  };

  function apiWithMails(): FakeApi {
    const api = apiWith();
    const sent = [mail];
    api.on('GET /v1/bookings/{id}/mails', () => ok({ mails: sent, nextCursor: null }));
    api.on('POST /v1/bookings/{id}/mails', () => {
      if (sent.length > 5) return problem({ status: 429, code: 'rate_limited' });
      sent.push({ ...mail, id: `mail-${sent.length + 1}`, state: 'queued' });
      return { status: 202, body: sent.at(-1) ?? mail };
    });
    return api;
  }

  it('are shown as sent soon after they have left, without a reload', async () => {
    const api = apiWith();
    let state = 'queued';
    api.on('GET /v1/bookings/{id}/mails', () => ok({ mails: [{ ...mail, state }], nextCursor: null }));
    const { page, context } = await openBooking(api);
    const region = page.getByRole('region', { name: 'Mails' });
    await region.getByRole('row', { name: /Booking confirmed.*Waiting/ }).waitFor();
    state = 'sent';
    await context.clock.runFor(31_000);
    await region.getByRole('row', { name: /Booking confirmed.*Sent/ }).waitFor();
  });

  it('are sent again, and refused in words when there were too many', async () => {
    const { page } = await openBooking(apiWithMails());
    const region = page.getByRole('region', { name: 'Mails' });
    await region.getByRole('row', { name: /Booking confirmed.*Sent.*10 Jun 2027/ }).waitFor();
    const again = region.getByRole('button', { name: 'Send again: Booking confirmed' });
    const rows = region.getByRole('row', { name: /Booking confirmed.*Waiting/ });
    for (let count = 1; count <= 5; count += 1) {
      await again.click();
      await rows.nth(count - 1).waitFor();
    }
    await again.click();
    await region
      .getByRole('alert')
      .getByText(/rate_limited/)
      .waitFor();
    expect(await rows.count()).toBe(5);
    // The newest first, below the row of the headings.
    expect(await region.getByRole('row').nth(1).innerText()).toContain('Waiting');
    expect(await region.getByRole('row').nth(6).innerText()).toContain('Sent');
  });

  it('are sent again as often as the button was ready: no click is lost', async () => {
    const api = apiWithMails();
    const { page, before } = await openBooking(api);
    const region = page.getByRole('region', { name: 'Mails' });
    const again = region.getByRole('button', { name: 'Send again: Booking confirmed', disabled: false });
    await again.waitFor();
    for (let count = 1; count <= 2; count += 1) {
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      // The list is read slowly after each.
      before(/^GET .*mails/, () => new Promise((resolve) => setTimeout(resolve, 300)));
      await again.click();
      await answered;
    }
    expect(api.sent('POST /v1/bookings/{id}/mails')).toHaveLength(2);
  });

  it('the guest link goes to the clipboard, and stands nowhere on the page', async () => {
    const api = apiWithMails();
    const url = 'https://seeblick.example/manage?token=secret-of-the-guest';
    const link = { url, token: 'secret-of-the-guest', expiresAt: NOW };
    api.on('POST /v1/bookings/{id}/guest-link', () => ({ status: 201, body: link }));
    const { page, context } = await openBooking(api);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy guest link' }).click();
    await page
      .getByRole('status', { name: 'Messages' })
      .getByText(/in the clipboard/)
      .waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url);
    const stored = await page.evaluate(
      'JSON.stringify([localStorage, sessionStorage, location.href, document.title])',
    );
    expect(`${String(stored)}${await page.content()}`).not.toContain('secret-of-the-guest');
  });

  it('the guest link is copied over http, too, where the browser has no clipboard for pages', async () => {
    const api = apiWithMails();
    const url = 'https://seeblick.example/manage?token=secret-of-the-guest';
    api.on('POST /v1/bookings/{id}/guest-link', () => ({
      status: 201,
      body: { url, token: 'secret-of-the-guest', expiresAt: NOW },
    }));
    const { page } = await openBooking(api);
    await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await page.getByRole('button', { name: 'Copy guest link' }).click();
    await page
      .getByRole('status', { name: 'Messages' })
      .getByText(/in the clipboard/)
      .waitFor();
    expect(await page.content()).not.toContain('secret-of-the-guest');
    const notes = page.getByRole('textbox', { name: 'Notes' });
    await notes.fill('');
    await notes.press('Control+v');
    await expect.poll(() => notes.inputValue()).toBe(url);
  });
});
