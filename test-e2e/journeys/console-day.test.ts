import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { makeOperator, openDesk } from '../harness/desk.ts';
import type { Operator } from '../harness/desk.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnResource, OwnTenant } from '../harness/own-tenant.ts';
import { openPageElsewhere } from '../harness/page-elsewhere.ts';

const demo = inject('demo');
const TODAY = Temporal.Now.plainDateISO('UTC');
/** Within which another desk sees what one has done. */
const SEEN_MS = 12_000;

let browser: Browser;
let tenant: OwnTenant;
let room: Required<OwnResource>;
let operators: Readonly<Record<'desk' | 'manager' | 'viewer' | 'other', Operator>>;
beforeAll(async () => {
  browser = await startBrowser();
  tenant = await makeTenant(demo);
  room = await makeLodging(tenant.secret, { units: 2 });
  const [desk, manager, viewer, other] = await Promise.all([
    makeOperator(tenant, { name: 'Mara Lindt', role: 'front_desk' }),
    makeOperator(tenant, { name: 'Jo Berger', role: 'manager' }),
    makeOperator(tenant, { name: 'Kim Vogel', role: 'viewer' }),
    makeOperator(tenant, { name: 'Sam Roth', role: 'front_desk' }),
  ]);
  operators = { desk, manager, viewer, other };
});
afterAll(async () => browser.close());

const open = (operator: Operator, path = '') => openDesk(browser, demo, operator, path);
const messages = (page: Page) => page.getByRole('status', { name: 'Messages' });

interface Made {
  readonly id: string;
  readonly state: string;
}

/** A paid stay of two nights. */
async function book(guestName: string, arrival: Temporal.PlainDate, notes?: string): Promise<Made> {
  const { status, body } = await tenant.secret.create<Made>('/v1/bookings', {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    from: `${arrival}T15:00:00Z`,
    to: `${arrival.add({ days: 2 })}T11:00:00Z`,
    partySize: 1,
    guestEmail: 'ada@example.com',
    guestName,
    paidOffline: true,
    ...(notes !== undefined && { notes }),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** A request of the page itself, under its cookie. */
const fetched = (page: Page, method: string, path: string, body: object) =>
  page.evaluate(
    async ([how, address, json]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(address, { method: how, headers, body: json });
      const { code = null } = (await answer.json()) as { code?: string };
      return [answer.status, code] as const;
    },
    [method, path, JSON.stringify(body)] as const,
  );

it('a day at the desk: a guest checks in, one walks in, pays and leaves, and a second desk sees it', async () => {
  const ada = await book('Ada Lovelace', TODAY, 'Late arrival, needs a cot.');
  const [{ page, faults }, second] = await Promise.all([open(operators.desk), open(operators.manager)]);
  await Promise.all(
    [page, second.page].map((desk) => desk.getByRole('link', { name: 'Arrivals, 0 of 1 in' }).waitFor()),
  );
  await page.getByRole('button', { name: 'Check in Ada Lovelace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check in Ada Lovelace' });
  await dialog.getByText('Late arrival, needs a cot.').waitFor();
  await page.keyboard.press('Enter');
  await messages(page).getByText('Ada Lovelace is checked in.').waitFor();
  await second.page
    .getByRole('table', { name: 'In house' })
    .getByText('Ada Lovelace')
    .waitFor({ timeout: SEEN_MS });
  const { body: history } = await tenant.secret.get<{ entries: object[] }>(`/v1/bookings/${ada.id}/history`);
  expect(history.entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ actor: expect.objectContaining({ kind: 'operator', label: 'Mara Lindt' }) }),
    ]),
  );

  await page.getByRole('link', { name: 'New booking' }).click();
  await page.getByLabel('Departure', { exact: true }).fill(String(TODAY.add({ days: 1 })));
  await page.getByRole('button', { name: /^Choose Flexible, Room/ }).click();
  await page.getByRole('checkbox', { name: 'No e-mail' }).check();
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await page.getByRole('radio', { name: 'Pays at the property' }).check();
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  const walkIn = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('button', { name: 'Check in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Check in', exact: true }).click();
  await page.locator('[data-state=checked_in]').first().waitFor();

  await page.getByRole('button', { name: 'Check out' }).click();
  const leaving = page.getByRole('dialog', { name: 'Check out Grace Hopper' });
  await leaving.getByRole('button', { name: 'Check out with €100.00 due' }).waitFor();
  await leaving.getByRole('button', { name: 'Record payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record payment' });
  expect(await payment.getByLabel('Amount').inputValue()).toBe('100.00');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await leaving.getByRole('button', { name: 'Check out', exact: true }).click();
  await page.locator('[data-state=checked_out]').first().waitFor();
  const { body: money } = await tenant.secret.get(`/v1/bookings/${walkIn}/payments`);
  expect(money).toMatchObject({ collectedMinorUnits: '10000', dueMinorUnits: '0' });
  expect([...faults, ...second.faults]).toEqual([]);
  await Promise.all([page.close(), second.page.close()]);
});

it('two consoles that book the last unit at once sell it to one guest', async () => {
  const single = await makeLodging(tenant.secret);
  const desks = await Promise.all([open(operators.desk), open(operators.other)]);
  const pages = desks.map(({ page }) => page);
  for (const month of ['01', '02', '03']) {
    const stay = `resource=${single.id}&arrival=2028-${month}-10&departure=2028-${month}-12`;
    const books = pages.map(async (page, at) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goto(new URL(`new-booking?${stay}`, demo.consoleUrl).href);
      await page.getByRole('button', { name: /^Choose Flexible, Room/ }).click();
      await page.getByLabel('E-mail address').fill(`guest-${at}@example.com`);
      await page.getByLabel('Name', { exact: true }).fill(`Guest ${at}`);
      await page.getByRole('radio', { name: 'Paid at the desk' }).check();
      await page
        .getByRole('region', { name: 'Price' })
        .getByRole('row', { name: /^Total/ })
        .waitFor();
      return page.getByRole('button', { name: 'Book', exact: true });
    });
    const buttons = await Promise.all(books);
    await Promise.all(buttons.map((button) => button.click()));
    const outcomes = await Promise.all(
      pages.map((page) =>
        Promise.race([
          page
            .getByRole('heading', { level: 1, name: /^Guest \d/ })
            .waitFor()
            .then(() => 'booked' as const),
          page
            .getByRole('alert')
            .getByText(/just been taken/)
            .waitFor()
            .then(() => 'refused' as const),
        ]),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['booked', 'refused']);
    const path = `/v1/bookings?resourceId=${single.id}&arrivalFrom=2028-${month}-01&arrivalTo=2028-${month}-28`;
    const { body } = await tenant.secret.get<{ bookings: Made[] }>(path);
    expect(body.bookings.filter(({ state }) => state === 'confirmed')).toHaveLength(1);
  }
  for (const { page, faults } of desks) {
    expect(faults).toEqual([]);
    await page.close();
  }
});

describe('a session', () => {
  it('is in a cookie that no script reads, for every tab, and ends everywhere at once', async () => {
    const [{ page }, second] = await Promise.all([open(operators.desk, 'bookings'), open(operators.desk)]);
    for (const desk of [page, second.page]) await desk.getByRole('navigation', { name: 'Main' }).waitFor();
    const context = page.context();
    const cookies = await context.cookies();
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/', expires: -1 }]);
    const [{ value: token = '' } = {}] = cookies;
    expect(token.length).toBeGreaterThan(20);
    const stored: unknown = await page.evaluate(
      'indexedDB.databases().then((all) => JSON.stringify([document.cookie, localStorage, sessionStorage, all]))',
    );
    expect(stored).not.toContain(token);
    const tab = await context.newPage();
    await tab.goto(page.url());
    await tab.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor();
    await tab.getByRole('button', { name: /^Account/ }).click();
    await tab.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await second.page.getByRole('dialog', { name: 'Sign in again' }).waitFor({ timeout: SEEN_MS });
    expect(await fetched(tab, 'POST', '/v1/quotes', {})).toEqual([401, 'session_ended']);
    await Promise.all([page.close(), second.page.close()]);
  });

  it('does nothing for a page of another origin that sends it along', async () => {
    const stay = await book('Alan Turing', TODAY.add({ days: 60 }));
    const { page } = await open(operators.manager, `bookings/${stay.id}`);
    await page.getByRole('button', { name: 'Refund', exact: true }).waitFor();
    const elsewhere = await openPageElsewhere(page.context());
    const headers = { 'content-type': 'text/plain' };
    const send = (path: string, body: object) =>
      elsewhere.send(`${demo.gatewayUrl}${path}`, {
        method: 'POST',
        credentials: 'include',
        headers,
        body: JSON.stringify(body),
      });
    const { email, password } = operators.viewer;
    expect(await send(`/v1/bookings/${stay.id}/refunds`, { amountMinorUnits: '500' })).toBe('nothing');
    expect(await send('/v1/console/session', { email, password })).toBe('nothing');
    const before = await page.context().cookies();
    const { body } = await tenant.secret.get(`/v1/bookings/${stay.id}/payments`);
    expect(body).toMatchObject({ refunds: [], returnedMinorUnits: '0' });
    await page.reload();
    await page.getByRole('button', { name: `Account: ${operators.manager.email}` }).waitFor();
    expect(await page.context().cookies()).toEqual(before);
    await elsewhere.close();
    await page.close();
  });
});

describe('a role', () => {
  it('decides what is shown, and the API refuses the same to the page', async () => {
    const stay = await book('Annie Easley', TODAY.add({ days: 70 }));
    const path = `bookings/${stay.id}`;
    const [viewer, desk, manager] = await Promise.all([
      open(operators.viewer, path),
      open(operators.desk, path),
      open(operators.manager, path),
    ]);
    const refunds = `/v1/bookings/${stay.id}/refunds`;
    await viewer.page.getByRole('heading', { level: 1, name: 'Annie Easley' }).waitFor();
    const moves = /^(Check in|Cancel booking|Refund|Save|Record payment|Move or extend)/;
    expect(await viewer.page.getByRole('button', { name: moves }).count()).toBe(0);
    expect(await fetched(viewer.page, 'PATCH', `/v1/bookings/${stay.id}`, { notes: 'x' })).toEqual([
      403,
      'insufficient_permission',
    ]);
    await desk.page.getByText('A manager can refund this.').waitFor();
    expect(await desk.page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
    expect(await fetched(desk.page, 'POST', refunds, { amountMinorUnits: '500' })).toEqual([
      403,
      'insufficient_permission',
    ]);
    await manager.page.getByRole('button', { name: 'Refund', exact: true }).waitFor();
    await Promise.all([viewer, desk, manager].map(({ page }) => page.close()));
  });

  it('that the platform takes away is gone within seconds, from the API and from the page', async () => {
    const stay = await book('Mary Jackson', TODAY.add({ days: 80 }));
    const { page, faults } = await open(operators.other, `bookings/${stay.id}`);
    await page.getByRole('button', { name: 'Save' }).waitFor();
    const path = `/admin/v1/tenants/${tenant.id}/operators/${operators.other.id}`;
    const changed = await tenant.admin.send('PATCH', path, { body: { role: 'viewer' } });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const patch = () => fetched(page, 'PATCH', `/v1/bookings/${stay.id}`, { notes: 'Too late' });
    await expect.poll(patch, { timeout: 5_000 }).toEqual([403, 'insufficient_permission']);
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden', timeout: SEEN_MS });
    expect(await page.getByRole('link', { name: 'New booking' }).count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });
});
