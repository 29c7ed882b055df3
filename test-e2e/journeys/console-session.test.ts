import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { makeOperator, openDesk } from '../harness/desk.ts';
import type { Operator } from '../harness/desk.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnResource, OwnTenant } from '../harness/own-tenant.ts';

const demo = inject('demo');
const TODAY = Temporal.Now.plainDateISO('UTC');
/** Within which another desk sees what one has done. */
const SEEN_MS = 12_000;

let browser: Browser;
let tenant: OwnTenant;
let room: Required<OwnResource>;
let operators: Readonly<Record<'desk' | 'other', Operator>>;
beforeAll(async () => {
  browser = await startBrowser();
  tenant = await makeTenant(demo);
  room = await makeLodging(tenant.secret, { units: 2 });
  const [desk, other] = await Promise.all([
    makeOperator(tenant, { name: 'Mara Lindt', role: 'front_desk' }),
    makeOperator(tenant, { name: 'Sam Roth', role: 'front_desk' }),
  ]);
  operators = { desk, other };
});
afterAll(async () => browser.close());

const open = (operator: Operator, path = '') => openDesk(browser, demo, operator, path);

interface Made {
  readonly id: string;
  readonly state: string;
}

/** A paid stay of two nights. */
async function book(guestName: string, arrival: Temporal.PlainDate): Promise<Made> {
  const { status, body } = await tenant.secret.create<{ booking: Made }>('/v1/bookings', {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    from: `${arrival}T15:00:00Z`,
    to: `${arrival.add({ days: 2 })}T11:00:00Z`,
    partySize: 1,
    guestEmail: 'ada@example.com',
    guestName,
    paidOffline: true,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.booking;
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

describe('a session', () => {
  it('is in a cookie that no script reads, for every tab, and ends everywhere at once', async () => {
    const [{ page }, second] = await Promise.all([open(operators.desk, 'bookings'), open(operators.desk)]);
    for (const desk of [page, second.page]) await desk.getByRole('navigation', { name: 'Main' }).waitFor();
    const context = page.context();
    const cookies = await context.cookies();
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/', expires: -1 }]);
    const token = cookies[0]?.value ?? '';
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
});

describe('a role', () => {
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

describe('a desk without a connection', () => {
  it('sends nothing by itself; afterwards it shows what was done elsewhere, and checks in once', async () => {
    const [first, second] = await Promise.all([book('Ada Lovelace', TODAY), book('Grace Hopper', TODAY)]);
    const { page, faults } = await open(operators.desk);
    const context = page.context();
    await page.getByRole('button', { name: 'Check in Ada Lovelace' }).waitFor();
    await context.setOffline(true);
    const path = `/v1/bookings/${first.id}`;
    const moved = await tenant.secret.send<Made>('PATCH', path, { body: { state: 'checked_in' } });
    expect(moved.body.state).toBe('checked_in');
    await page.getByRole('button', { name: 'Check in Grace Hopper' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check in Grace Hopper' });
    await dialog.getByRole('button', { name: 'Check in', exact: true }).click();
    await dialog
      .getByRole('alert')
      .getByText(/No connection/)
      .waitFor();
    await page
      .getByRole('status')
      .getByText(/^Last updated/)
      .waitFor();
    await context.setOffline(false);
    const staying = page.getByRole('table', { name: 'In house' });
    await staying.getByText('Ada Lovelace').waitFor({ timeout: SEEN_MS });
    const { body } = await tenant.secret.get<Made>(`/v1/bookings/${second.id}`);
    expect(body.state).toBe('confirmed');
    await dialog.getByRole('button', { name: 'Try again', exact: true }).click();
    await staying.getByText('Grace Hopper').waitFor();
    const history = await tenant.secret.get<{ entries: { action: string }[] }>(
      `/v1/bookings/${second.id}/history?limit=100`,
    );
    expect(history.body.entries.filter(({ action }) => action === 'checked_in')).toHaveLength(1);
    expect(await page.getByText(/^Last updated/).count()).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });
});
