import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { refund } from '../harness/bookings.ts';
import { startBrowser } from '../harness/browser.ts';
import { makeOperator, openDesk } from '../harness/desk.ts';
import type { Operator } from '../harness/desk.ts';
import { bookByCard, bookStay, stayIn } from '../harness/desk-stays.ts';
import { eventually } from '../harness/eventually.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import type { Booking } from '../harness/records.ts';

const demo = inject('demo');
const MONTH = '2028-06';

let browser: Browser;
let tenant: OwnTenant;
let desk: Operator;
let manager: Operator;
beforeAll(async () => {
  browser = await startBrowser();
  tenant = await makeTenant(demo);
  [desk, manager] = await Promise.all([
    makeOperator(tenant, { name: 'Mara Lindt', role: 'front_desk' }),
    makeOperator(tenant, { name: 'Sam Roth', role: 'manager' }),
  ]);
});
afterAll(async () => browser.close());

const paidByCard = async (guest: string, arrival: number) =>
  bookByCard(demo, tenant, stayIn(await makeLodging(tenant.secret), guest, { arrival }));
const dueOf = async (id: string) =>
  (await tenant.secret.get<{ dueMinorUnits: string }>(`/v1/bookings/${id}/payments`)).body.dueMinorUnits;
const stateOf = async (id: string) => (await tenant.secret.get<Booking>(`/v1/bookings/${id}`)).body.state;

it('a guest who pays at the property arrives, pays what is due at the desk, and leaves', async () => {
  const room = await makeLodging(tenant.secret);
  const stay = await bookStay(tenant.secret, stayIn(room, 'Ada Lovelace', { payAtProperty: true }));
  const { page, faults } = await openDesk(browser, demo, desk, '');
  await page.getByRole('link', { name: 'Arrivals, 0 of 1 in', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Check in Ada Lovelace' }).click();
  await page.getByRole('dialog', { name: 'Check in Ada Lovelace' }).waitFor();
  await page.keyboard.press('Enter');
  const messages = page.getByRole('status', { name: 'Messages' });
  await messages.getByText('Ada Lovelace is checked in.').waitFor();
  const staying = page.getByRole('table', { name: 'In house' });
  await staying.getByRole('row', { name: /Ada Lovelace.*€200.00 due/ }).waitFor();
  expect(await stateOf(stay.id)).toBe('checked_in');
  const path = `/v1/bookings/${stay.id}`;
  const history = await tenant.secret.get<{ entries: object[] }>(`${path}/history?limit=100`);
  const actor = { kind: 'operator', id: desk.id };
  expect(history.body.entries).toContainEqual(
    expect.objectContaining({ action: 'checked_in', actor: expect.objectContaining(actor) }),
  );
  await staying.getByRole('button', { name: 'Check out Ada Lovelace' }).click();
  const leaving = page.getByRole('dialog', { name: 'Check out Ada Lovelace' });
  await leaving.getByRole('button', { name: 'Check out with €200.00 due' }).waitFor();
  await leaving.getByRole('button', { name: 'Record payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record payment' });
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await leaving.getByRole('button', { name: 'Check out', exact: true }).waitFor();
  expect(await dueOf(stay.id)).toBe('0');
  // The balance is settled by a timer, which raises the version that the dialog was opened for.
  await eventually('the balance is settled', async () => {
    const { body } = await tenant.secret.get<{ balanceState: string }>(path);
    return body.balanceState !== 'due';
  });
  await leaving.getByRole('button', { name: 'Check out', exact: true }).click();
  await messages.getByText('Ada Lovelace is checked out.').waitFor();
  expect(await stateOf(stay.id)).toBe('checked_out');
  expect(faults).toEqual([]);
  await page.close();
});

it('the last unit is sold once by two desks that have it on their screens', async () => {
  const room = await makeLodging(tenant.secret);
  const { body } = await tenant.secret.get<{ name: string }>(`/v1/resources/${room.id}`);
  const desks = await Promise.all(
    [desk, manager].map((operator) =>
      openDesk(browser, demo, operator, `new-booking?arrival=${MONTH}-10&departure=${MONTH}-12`),
    ),
  );
  for (const [index, { page }] of desks.entries()) {
    await page.getByRole('button', { name: `Choose Flexible, ${body.name}` }).click();
    await page.getByLabel('E-mail address').fill('guest@example.com');
    await page.getByLabel('Name', { exact: true }).fill(`Guest ${index + 1}`);
    await page.getByRole('radio', { name: 'Paid at the desk' }).check();
    await page.getByRole('region', { name: 'Price' }).getByText('€200.00').first().waitFor();
  }
  const ends = await Promise.all(
    desks.map(async ({ page }, index) => {
      const sold = page.getByRole('heading', { level: 1, name: `Guest ${index + 1}` });
      await page.getByRole('button', { name: 'Book', exact: true }).click();
      await sold.or(page.getByRole('alert')).first().waitFor();
      return (await sold.count()) === 1;
    }),
  );
  expect(ends.filter(Boolean)).toHaveLength(1);
  const loser = desks[ends.indexOf(false)]?.page;
  expect(await loser?.getByLabel('Name', { exact: true }).inputValue()).toMatch(/^Guest [12]$/);
  const sold = await tenant.secret.get<{ bookings: object[] }>(`/v1/bookings?resourceId=${room.id}`);
  expect(sold.body.bookings).toHaveLength(1);
  for (const { page, faults } of desks) {
    expect(faults).toEqual([]);
    await page.close();
  }
});

describe('a refund', () => {
  it('is made by a manager; a front desk may not, by the page and by the API', async () => {
    const stay = await paidByCard('Alan Turing', 40);
    const path = `/v1/bookings/${stay.id}/refunds`;
    const { page, faults } = await openDesk(browser, demo, desk, `bookings/${stay.id}`);
    await page.getByText(/A manager can refund/).waitFor();
    expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0);
    expect(await posted(page, path)).toEqual([403, 'insufficient_permission']);
    const other = await openDesk(browser, demo, manager, `bookings/${stay.id}`);
    await other.page.getByRole('button', { name: 'Refund' }).click();
    const dialog = other.page.getByRole('dialog', { name: 'Refund' });
    await dialog.getByLabel('Amount').fill('5.00');
    await dialog.getByRole('button', { name: 'Refund €5.00' }).click();
    await other.page.getByRole('table', { name: 'Payments' }).getByText('-€5.00').waitFor();
    const all = await tenant.secret.get<{ refunds: object[] }>(`/v1/bookings/${stay.id}/payments`);
    expect(all.body.refunds).toMatchObject([{ amountMinorUnits: '500' }]);
    expect([...faults, ...other.faults]).toEqual([]);
    await Promise.all([page.close(), other.page.close()]);
  });
});

/** A request of the page itself, under its cookie. */
const posted = (page: Page, path: string) =>
  page.evaluate(async (address) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(address, { method: 'POST', headers, body: '{}' });
    return [answer.status, ((await answer.json()) as { code: string }).code] as const;
  }, path);

describe('another site', () => {
  it('changes nothing with the session of an operator', async () => {
    const stay = await paidByCard('Mary Jackson', 50);
    const path = `/v1/bookings/${stay.id}/refunds`;
    const { page } = await openDesk(browser, demo, manager, `bookings/${stay.id}`);
    const [cookie] = await page.context().cookies();
    const headers = {
      'content-type': 'application/json',
      'sec-fetch-site': 'cross-site',
      cookie: `${cookie?.name}=${cookie?.value}`,
    };
    for (const target of [path, '/v1/console/session']) {
      const answer = await fetch(new URL(target, demo.gatewayUrl), { method: 'POST', headers, body: '{}' });
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'origin_not_allowed' }]);
    }
    const elsewhere = await page.context().newPage();
    await elsewhere.route('https://evil.example/', (route) => route.fulfill({ body: 'A page' }));
    await elsewhere.goto('https://evil.example/');
    await elsewhere.evaluate(
      (address) =>
        fetch(address, { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' }).catch(
          () => {},
        ),
      new URL(path, demo.gatewayUrl).href,
    );
    const money = await tenant.secret.get<{ refunds: object[] }>(`/v1/bookings/${stay.id}/payments`);
    expect(money.body.refunds).toEqual([]);
    // The same request by the operator's own system returns the money.
    expect((await refund(tenant.secret, stay.id)).status).toBe(201);
    await page.close();
  });
});
