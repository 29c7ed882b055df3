import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { move } from '../harness/bookings.ts';
import { startBrowser } from '../harness/browser.ts';
import { makeOperator, openDesk } from '../harness/desk.ts';
import type { Desk, Operator } from '../harness/desk.ts';
import {
  bookByCard,
  bookStay,
  factOf,
  messagesOf,
  readBooking,
  readMoney,
  sendFrom,
  stayIn,
} from '../harness/desk-stays.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnResource, OwnTenant } from '../harness/own-tenant.ts';
import type { Booking, CancellationPreview } from '../harness/records.ts';

const demo = inject('demo');
type Role = 'front_desk' | 'manager' | 'admin';

let browser: Browser;
let tenant: OwnTenant;
/** Sold under a policy with steps, and without one. */
let rooms: Readonly<Record<'half' | 'plain', Required<OwnResource>>>;
let operators: Readonly<Record<Role, Operator>>;

beforeAll(async () => {
  browser = await startBrowser();
  tenant = await makeTenant(demo);
  const share = (bps: number) => ({ kind: 'percent', bps, of: 'total' });
  const before = (count: number) => ({ count, unit: 'days' });
  const policy = {
    name: 'Half within thirty days',
    steps: [
      { before: before(30), penalty: { kind: 'none' } },
      { before: before(3), penalty: share(5_000) },
    ],
    afterwards: share(10_000),
    noShow: share(10_000),
  };
  const made = await tenant.secret.put('/v1/cancellation-policies/half', policy);
  expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
  const [half, plain, front_desk, manager, admin] = await Promise.all([
    makeLodging(tenant.secret, { units: 20, plan: { cancellationPolicyCode: 'half' } }),
    makeLodging(tenant.secret, { units: 20 }),
    makeOperator(tenant, { name: 'Mara Lindt', role: 'front_desk' }),
    makeOperator(tenant, { name: 'Sam Roth', role: 'manager' }),
    makeOperator(tenant, { name: 'Ida Falk', role: 'admin' }),
  ]);
  rooms = { half, plain };
  operators = { front_desk, manager, admin };
});
afterAll(async () => browser.close());

const open = (role: Role, path = ''): Promise<Desk> => openDesk(browser, demo, operators[role], path);
const opened = (role: Role, { id }: Booking): Promise<Desk> => open(role, `bookings/${id}`);
const byCard = (guest: string, room = rooms.plain): Promise<Booking> =>
  bookByCard(demo, tenant, stayIn(room, guest, { arrival: 20 }));
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function close(...desks: Desk[]): Promise<void> {
  for (const { page, faults } of desks) {
    expect(faults).toEqual([]);
    await page.close();
  }
}

it('who owes the rest at the check-out pays it at the desk, and leaves at once', async () => {
  const stay = await bookStay(tenant.secret, stayIn(rooms.plain, 'Ada Lovelace', { payAtProperty: true }));
  const deposit = { body: { amountMinorUnits: '6000', method: 'card' }, idempotencyKey: randomUUID() };
  const path = `/v1/bookings/${stay.id}/offline-payments`;
  expect((await tenant.secret.send('POST', path, deposit)).status).toBe(201);
  expect((await move(tenant.secret, stay.id, 'checked_in')).status).toBe(200);
  const { page, faults } = await open('front_desk');
  await button(page, 'Check out Ada Lovelace').click();
  const leaving = page.getByRole('dialog', { name: 'Check out Ada Lovelace' });
  await leaving.getByRole('button', { name: 'Check out with €140.00 due', exact: true }).waitFor();
  await leaving.getByRole('button', { name: 'Record payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record payment' });
  await payment.getByLabel('Amount').fill('140.00');
  await payment.getByLabel('Method').selectOption('Cash');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await leaving.getByRole('button', { name: 'Check out', exact: true }).click();
  await messagesOf(page).getByText('Ada Lovelace is checked out.').waitFor();
  expect((await readBooking(tenant.secret, stay.id)).state).toBe('checked_out');
  const money = await readMoney(tenant.secret, stay.id);
  expect(money).toMatchObject({ dueMinorUnits: '0', collectedMinorUnits: '20000' });
  await page.goto(new URL(`bookings/${stay.id}`, demo.consoleUrl).href);
  for (const name of [/Card, at the desk Done €60.00/, /Cash Done €140.00/])
    await region(page, 'Payments').getByRole('row', { name }).waitFor();
  await region(page, 'History').getByText('Details changed: balance', { exact: true }).first().waitFor();
  await close({ page, faults });
});

describe('a cancellation', () => {
  it('costs what the dialog says, and a manager cannot waive it, nor can a front desk', async () => {
    const stay = await byCard('Grace Hopper', rooms.half);
    const desk = await opened('front_desk', stay);
    const manager = await opened('manager', stay);
    for (const { page } of [desk, manager]) {
      await button(page, 'Cancel booking').click();
      const dialog = page.getByRole('dialog', { name: 'Cancel booking' });
      await dialog.getByText(/until/).waitFor();
      expect(await dialog.getByRole('radio').count()).toBe(0);
      const waived = { state: 'cancelled', penalty: { kind: 'waive' } };
      const sent = await sendFrom(page, 'PATCH', `/v1/bookings/${stay.id}`, waived);
      expect(sent).toEqual([403, 'insufficient_permission']);
    }
    const { body } = await tenant.secret.get<CancellationPreview>(`/v1/bookings/${stay.id}/cancellation`);
    expect(body).toMatchObject({ penaltyMinorUnits: '10000', refundMinorUnits: '10000' });
    const { page } = manager;
    const dialog = page.getByRole('dialog', { name: 'Cancel booking' });
    for (const name of ['Kept', 'Goes back'])
      await expect.poll(() => factOf(dialog, name).textContent()).toBe('€100.00');
    await dialog.getByLabel('Reason').fill('Ill');
    await dialog.getByRole('button', { name: 'Cancel this booking' }).click();
    await page.locator('[data-state=cancelled]').waitFor();
    const { cancellation } = await readBooking(tenant.secret, stay.id);
    expect(cancellation).toMatchObject({ keptMinorUnits: '10000', refundMinorUnits: '10000' });
    for (const name of ['Kept', 'Goes back'])
      await expect
        .poll(() => factOf(region(page, 'Cancellation'), name).first().textContent())
        .toBe('€100.00');
    await close(desk, manager);
  });

  it('is waived by an admin, which is in the audit trail', async () => {
    const stay = await byCard('Alan Turing', rooms.half);
    const { page, faults } = await opened('admin', stay);
    await button(page, 'Cancel booking').click();
    const dialog = page.getByRole('dialog', { name: 'Cancel booking' });
    await dialog.getByRole('radio', { name: 'Waive' }).check();
    await dialog.getByRole('button', { name: 'Cancel this booking' }).click();
    await page.locator('[data-state=cancelled]').waitFor();
    const { cancellation } = await readBooking(tenant.secret, stay.id);
    expect(cancellation?.keptMinorUnits).toBe('0');
    const path = `/admin/v1/audit?tenantId=${tenant.id}&action=booking.penalty_overridden`;
    const trail = await tenant.admin.get<{ entries: object[] }>(path);
    expect(trail.body.entries).toMatchObject([{ actor: { kind: 'operator', id: operators.admin.id } }]);
    await close({ page, faults });
  });

  it('of a stay without a policy says that nothing goes back by itself; the money waits for its refund', async () => {
    const stay = await byCard('Joan Clarke');
    const { page, faults } = await opened('manager', stay);
    await button(page, 'Cancel booking').click();
    const dialog = page.getByRole('dialog', { name: 'Cancel booking' });
    const words = await dialog.getByText(/nothing goes back by itself/).textContent();
    expect(words).toContain('€200.00');
    await dialog.getByRole('button', { name: 'Cancel this booking' }).click();
    await page.locator('[data-state=cancelled]').waitFor();
    const payments = region(page, 'Payments');
    await expect.poll(() => factOf(payments, 'Undecided').textContent()).toBe('€200.00');
    await payments.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByRole('dialog', { name: 'Refund' }).getByRole('button', { name: 'Refund all' }).click();
    await factOf(payments, 'Undecided').waitFor({ state: 'detached' });
    await payments.getByRole('button', { name: 'Refund', exact: true }).waitFor({ state: 'detached' });
    for (const name of [/Payment Card, online Refunded €200.00/, /Refund by choice \w+ -€200.00/])
      await payments.getByRole('row', { name }).waitFor();
    const money = await readMoney(tenant.secret, stay.id);
    expect(money.refunds).toMatchObject([{ amountMinorUnits: '20000' }]);
    await close({ page, faults });
  });
});

describe('a refund', () => {
  const refundOf = async (page: Page, amount: string, label: string) => {
    await region(page, 'Payments').getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund' });
    await dialog.getByLabel('Amount').fill(amount);
    await dialog.getByRole('button', { name: label, exact: true }).click();
    return dialog;
  };

  it('of more than what is left is refused in words, and nothing goes back', async () => {
    const stay = await byCard('Mary Jackson');
    const { page, faults } = await opened('manager', stay);
    await refundOf(page, '5.00', 'Refund €5.00');
    await page
      .getByRole('table', { name: 'Payments' })
      .getByText(/€5\.00/)
      .waitFor();
    const dialog = await refundOf(page, '500.00', 'Refund €500.00');
    const alert = dialog.getByRole('alert');
    await alert.getByText('That is more than what was paid and not yet refunded.').waitFor();
    await alert.getByText('refund_exceeds_payment').waitFor();
    const money = await readMoney(tenant.secret, stay.id);
    expect(money.refunds).toMatchObject([{ amountMinorUnits: '500' }]);
    await close({ page, faults });
  });

  it('whose answer is lost is shown, and another try makes no second one', async () => {
    const stay = await byCard('Katherine Johnson');
    const { page, faults } = await opened('manager', stay);
    const keys = await loseAnswer(page, '**/refunds');
    const dialog = await refundOf(page, '5.00', 'Refund €5.00');
    const alert = dialog.getByRole('alert');
    await alert.getByText(/not known whether/).waitFor();
    await alert
      .getByRole('listitem')
      .getByText(/€5\.00/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Refund €5.00', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(new Set(keys).size).toBe(1);
    const money = await readMoney(tenant.secret, stay.id);
    expect(money.refunds).toMatchObject([{ amountMinorUnits: '500' }]);
    await close({ page, faults });
  });
});

/** The next answer does not arrive, though the API has answered. The keys of all requests are listed. */
async function loseAnswer(page: Page, address: string): Promise<string[]> {
  const keys: string[] = [];
  await page.route(address, async (route) => {
    const headers: Record<string, string> = {
      ...route.request().headers(),
      'sec-fetch-site': 'same-origin',
    };
    keys.push(headers['idempotency-key'] ?? '');
    if (keys.length > 1) return route.continue();
    const answer = await route.fetch({ headers });
    expect(answer.status(), await answer.text()).toBe(201);
    return route.abort('connectionreset');
  });
  return keys;
}

describe('an amount at the desk', () => {
  it('with decimals that the currency does not have is refused at its field, and nothing is sent', async () => {
    const yen = await makeLodging(tenant.secret, { currency: 'JPY' });
    const stay = await bookStay(tenant.secret, stayIn(yen, 'Emmy Noether', { payAtProperty: true }));
    const { page, faults } = await opened('front_desk', stay);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await button(page, 'Record payment').click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await dialog.getByLabel('Amount').fill('100.5');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.getByText('This currency does not have as many decimals.').waitFor();
    expect(await dialog.getByLabel('Amount').getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
    await close({ page, faults });
  });

  it('is typed in German as Germans write it', async () => {
    const owing = stayIn(rooms.plain, 'Lise Meitner', { payAtProperty: true });
    const stay = await bookStay(tenant.secret, owing);
    const { page, faults } = await open('front_desk', 'settings');
    await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
    await page.locator('html[lang=de]').waitFor();
    await page.goto(new URL(`bookings/${stay.id}`, demo.consoleUrl).href);
    await button(page, 'Zahlung erfassen').click();
    const dialog = page.getByRole('dialog', { name: 'Zahlung erfassen' });
    await dialog.getByLabel('Betrag').fill('12,50');
    await dialog.getByRole('button', { name: 'Zahlung erfassen' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const money = await readMoney(tenant.secret, stay.id);
    expect(money.payments).toMatchObject([{ amountMinorUnits: '1250', method: 'cash' }]);
    await close({ page, faults });
  });
});
