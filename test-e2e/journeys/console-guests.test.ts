import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { bookedOffline, move } from '../harness/bookings.ts';
import { startBrowser } from '../harness/browser.ts';
import { windowOf } from '../harness/calendar-desk.ts';
import { makeOperator, openDesk } from '../harness/desk.ts';
import type { Operator } from '../harness/desk.ts';
import { eventually } from '../harness/eventually.ts';
import { MAIL_SETTINGS, mailsOf } from '../harness/guest-mails.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnResource, OwnTenant } from '../harness/own-tenant.ts';
import type { Booking, GuestProfile } from '../harness/records.ts';

const demo = inject('demo');
const TODAY = Temporal.Now.plainDateISO('UTC');
const WEBSITE = 'https://hotel.example';
/** Within which another desk sees what one has done. */
const SEEN_MS = 12_000;

let browser: Browser;
let tenant: OwnTenant;
let room: Required<OwnResource>;
let operators: Readonly<Record<'manager' | 'desk', Operator>>;
beforeAll(async () => {
  [browser, tenant] = await Promise.all([startBrowser(), makeTenant(demo)]);
  room = await makeLodging(tenant.secret, { units: 3 });
  const [manager, desk] = await Promise.all([
    makeOperator(tenant, { name: 'Sam Roth', role: 'manager' }),
    makeOperator(tenant, { name: 'Mara Lindt', role: 'front_desk' }),
  ]);
  operators = { manager, desk };
});
afterAll(async () => browser.close());

/** A paid stay of two nights. */
const booked = (guestName: string, arrival: number): Promise<Booking> =>
  bookedOffline(tenant.secret, {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    ...windowOf({
      from: TODAY.add({ days: arrival }).toString(),
      to: TODAY.add({ days: arrival + 2 }).toString(),
    }),
    partySize: 1,
    guestEmail: `guest-${randomUUID()}@example.test`,
    guestName,
  });

async function sendMails(): Promise<void> {
  const account = {
    mode: 'live',
    provider: 'stripe',
    accountId: tenant.accountId,
    redirectOrigins: [WEBSITE],
  };
  const path = `/admin/v1/tenants/${tenant.id}/payment-account`;
  expect((await tenant.admin.put(path, account)).status).toBe(200);
  const settings = { ...MAIL_SETTINGS, manageUrl: `${WEBSITE}/manage` };
  expect((await tenant.secret.put('/v1/mail-settings', settings)).status).toBe(200);
}

const stored = (page: Page) =>
  page.evaluate<string>(
    'JSON.stringify([location.href, document.title, localStorage, sessionStorage, history.state, document.body.innerHTML])',
  );

it('mails of a booking are sent again, six times an hour not; a guest link goes to the clipboard alone', async () => {
  await sendMails();
  const stay = await booked('Ada Lovelace', 30);
  await eventually('the mail is sent', async () =>
    (await mailsOf(tenant.secret, stay.id)).some(({ state }) => state === 'sent'),
  );
  const { page, faults } = await openDesk(browser, demo, operators.desk, `bookings/${stay.id}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const mails = page.getByRole('region', { name: 'Mails' });
  await mails.getByRole('row', { name: /^Booking confirmed Sent .*\d\d:\d\d/ }).waitFor();
  const statuses: number[] = [];
  for (let time = 1; time <= 6; time += 1) {
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await mails
      .getByRole('button', { name: 'Send again: Booking confirmed', exact: true, disabled: false })
      .click();
    statuses.push((await answer).status());
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  await mails.getByRole('alert').getByText('rate_limited').waitFor();
  expect((await mails.getByRole('alert').innerText()).length).toBeGreaterThan('rate_limited'.length + 20);
  expect(await mailsOf(tenant.secret, stay.id)).toHaveLength(6);

  await mails.getByRole('button', { name: 'Copy guest link', exact: true }).click();
  await page
    .getByRole('status', { name: 'Messages' })
    .getByText('The guest link is in the clipboard.')
    .waitFor();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(link.startsWith(`${WEBSITE}/manage`)).toBe(true);
  const secret = link.slice(`${WEBSITE}/manage`.length + 1);
  expect(secret.length).toBeGreaterThan(20);
  expect(await stored(page)).not.toContain(secret);
  for (const [name, row] of [
    ['Events', '[data-event]'],
    ['Bookings', '[data-booking]'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.locator(row).first().waitFor();
    expect(await stored(page)).not.toContain(secret);
  }
  expect(faults).toEqual([]);
  await page.close();
});

const numberOf = async ({ id }: Booking): Promise<string> =>
  (await tenant.secret.get<{ reference: string }>(`/v1/bookings/${id}`)).body.reference;

it('a guest with an open stay is not erased; another one is gone from both desks and from what they find', async () => {
  const open = await booked('Katherine Johnson', 40);
  const over = await booked('Grace Hopper', -2);
  for (const state of ['checked_in', 'checked_out'])
    expect((await move(tenant.secret, over.id, state)).status).toBe(200);
  const { page, faults } = await openDesk(browser, demo, operators.manager, `guests/${open.guestId}`);
  const other = await openDesk(browser, demo, operators.desk, 'bookings');
  await other.page.locator(`[data-booking="${over.id}"]`).getByText('Grace Hopper').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Erase guest' });
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const link = dialog.getByRole('link', { name: await numberOf(open) });
  expect(await link.getAttribute('href')).toContain(open.id);
  expect(await dialog.getByRole('button', { name: 'Erase for good' }).count()).toBe(0);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Guests', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search guests' }).fill('Grace');
  await page.getByRole('link', { name: 'Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await dialog.getByLabel('Booking number').fill(await numberOf(over));
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByRole('heading', { level: 1, name: /^Erased on/ }).waitFor();
  const guest = (id: string | null) => tenant.secret.get<GuestProfile>(`/v1/guests/${id}`);
  expect((await guest(over.guestId)).body).toMatchObject({ name: null, erasedAt: expect.any(String) });
  expect((await guest(open.guestId)).body).toMatchObject({ name: 'Katherine Johnson', erasedAt: null });

  for (const desk of [page, other.page]) {
    await expect.poll(() => desk.getByText('Grace', { exact: false }).count(), { timeout: SEEN_MS }).toBe(0);
    await desk.keyboard.press('Control+k');
    await desk.getByRole('combobox', { name: 'Find a booking' }).fill('Grace');
    await desk.getByText(/No booking begins with/).waitFor();
    await desk.keyboard.press('Escape');
  }
  await page.goto(new URL(`bookings/${over.id}`, demo.consoleUrl).href);
  await page.getByRole('heading', { level: 1, name: 'No name' }).waitFor();
  await page.getByRole('link', { name: /^Erased on/ }).waitFor();
  expect(await page.getByText('Grace').count()).toBe(0);
  expect([...faults, ...other.faults]).toEqual([]);
  await Promise.all([page.close(), other.page.close()]);
});
