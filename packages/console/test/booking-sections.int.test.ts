import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeApi, NOW, ok, PAYMENT_ACCOUNT, problem } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import type { Site, Visit } from './open-console.ts';
import { guest } from './guest-records.ts';
import { booking, ids, PERMISSIONS } from './records.ts';
import type { FakeBooking } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const ID = ids.booking(1);
const MARA = { kind: 'operator', id: 'operator-1', label: 'Mara Lindt' };
const PROVIDER = { kind: 'provider', id: 'evt_1', label: null };

const entry = (n: number, more: object): object => ({
  id: `entry-${n}`,
  at: NOW,
  action: 'updated',
  version: n,
  changes: [],
  note: null,
  requestId: null,
  actor: MARA,
  ...more,
});

function apiWith(more: Partial<FakeBooking> = {}): FakeApi {
  const api = fakeApi();
  api.bookings.set(ID, booking({ more }));
  return api;
}

async function openBooking(api: FakeApi): Promise<Visit> {
  const visit = await site.open({ api, path: `/bookings/${ID}` });
  await visit.page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  return visit;
}

it('each change of the stay says who made it, also where the guest has paid for it', async () => {
  const api = apiWith();
  const stay = { resourceId: ids.resource(1), from: '2027-06-10T13:00:00.000Z', totalMinorUnits: '40000' };
  const change = {
    bookingId: ID,
    state: 'applied',
    expiresAt: null,
    previous: { ...stay, to: '2027-06-12T09:00:00.000Z' },
    proposed: { ...stay, to: '2027-06-13T09:00:00.000Z', totalMinorUnits: '60000' },
  };
  const changes = [
    { ...change, id: 'change-1', createdAt: '2027-06-01T10:00:00.000Z' },
    { ...change, id: 'change-2', createdAt: '2027-06-02T10:00:00.000Z' },
  ];
  const entries = [
    entry(2, { action: 'change_awaits_payment', at: '2027-06-01T10:00:00.100Z' }),
    entry(3, { action: 'changed', at: '2027-06-01T10:05:00.000Z', actor: PROVIDER }),
    entry(4, { action: 'changed', at: '2027-06-02T10:00:00.100Z', actor: { ...MARA, label: 'Jonas Weber' } }),
  ];
  api.on('GET /v1/bookings/{id}/changes', () => ok({ changes, nextCursor: null }));
  api.on('GET /v1/bookings/{id}/history', () => ok({ entries, nextCursor: null }));
  const { page, context } = await openBooking(api);
  const table = page.getByRole('region', { name: 'Changes' }).getByRole('table');
  await table.locator('[data-change=change-1]').getByText('Mara Lindt').waitFor();
  await table.locator('[data-change=change-2]').getByText('Jonas Weber').waitFor();
  await context.close();
});

it('what others have changed meanwhile is shown with its values before one’s own change counts', async () => {
  const api = apiWith();
  const { page, context } = await openBooking(api);
  const region = page.getByRole('region', { name: 'Guest and notes' });
  await region.getByLabel('Notes').fill('Late arrival');
  const departure = (before: string, after: string) => ({
    field: 'to',
    before: `2027-06-${before}T09:00:00.000Z`,
    after: `2027-06-${after}T09:00:00.000Z`,
  });
  const state = { field: 'state', before: 'confirmed', after: 'checked_in' };
  api.change(ID, {
    history: [
      entry(3, { changes: [{ field: 'quantity', before: 1, after: 2 }] }),
      entry(4, { changes: [departure('12', '13'), { field: 'guestPhone', before: null, after: 'set' }] }),
      entry(5, { changes: [departure('13', '14'), state] }),
    ],
  });
  await region.getByRole('button', { name: 'Save' }).click();
  const alert = region.getByRole('alert');
  await alert.getByText('This was changed meanwhile: departure, phone, state.').waitFor();
  await alert.getByText('departure: Sat 12 Jun 2027 → Mon 14 Jun 2027').waitFor();
  await alert.getByText('state: Confirmed → Checked in').waitFor();
  expect(await alert.getByText(/units|set/).count()).toBe(0);
  await alert.getByRole('button', { name: 'Apply mine to the new version' }).click();
  await page.getByRole('status', { name: 'Messages' }).getByText('Saved.').waitFor();
  expect(api.bookings.get(ID)?.notes).toBe('Late arrival');
  await context.close();
});

it('the history shows what was paid as people write money, in its currency', async () => {
  const paid = (id: number, after: string) =>
    entry(id, { changes: [{ field: 'amountMinorUnits', before: null, after }] });
  const api = apiWith();
  api.change(ID, { history: [paid(3, '9360 EUR'), paid(4, '12000 JPY')] });
  const { page, context } = await openBooking(api);
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('amount: – → €93.60').waitFor();
  await history.getByText('amount: – → ¥12,000').waitFor();
  await context.close();
});

it('a hold is cancelled for nothing, and no penalty is chosen', async () => {
  const held = booking({ more: { state: 'held', holdExpiresAt: '2027-06-10T08:10:00.000Z' } });
  const preview = { ...held.preview, penaltyMinorUnits: null, refundMinorUnits: null, reason: null };
  const api = apiWith({ ...held, preview } as typeof held);
  const { page, context } = await openBooking(api);
  await page.getByText('Not confirmed yet: cancelling keeps nothing.').waitFor();
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel booking' });
  await dialog.getByText('Not confirmed yet: nothing is kept.').waitFor();
  expect(await dialog.getByRole('radio').count()).toBe(0);
  await context.close();
});

it('money that was paid at the desk goes back at the desk, which the refund says', async () => {
  const stay = booking({ due: '0' });
  const payments = stay.money.payments.map((payment) => ({ ...payment, providerPaymentIntentId: null }));
  const api = apiWith({ ...stay, money: { ...stay.money, payments } } as typeof stay);
  const { page, context } = await openBooking(api);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  expect(await dialog.getByLabel('Amount').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Record money handed back' }).click();
  await page.getByRole('dialog', { name: 'Record money handed back' }).waitFor();
  await context.close();
});

it('the time that a hold has left is counted down, and what became of it is there when it ends', async () => {
  const held = booking({ more: { state: 'held', holdExpiresAt: '2027-06-10T08:01:20.000Z' } });
  const api = apiWith(held);
  const { page, context } = await openBooking(api);
  const until = page.locator('dt:text-is("Held until") + dd');
  await until.getByText('2 minutes left').waitFor();
  // The page reads the booking every half a minute besides: the hold ends in between.
  for (const reads of [2, 3]) {
    await context.clock.runFor(31_000);
    await expect.poll(() => api.sent('GET /v1/bookings/{id}').length).toBe(reads);
  }
  await until.getByText('1 minute left').waitFor();
  api.bookings.set(ID, { ...held, state: 'expired', version: held.version + 1 });
  await context.clock.pauseAt('2027-06-10T08:01:22.000Z');
  await expect
    .poll(
      async () => {
        await context.clock.runFor(10);
        return page.locator('[data-state=expired]').count();
      },
      { timeout: 5_000 },
    )
    .toBe(1);
  await context.close();
});

it('each line of the bill says whether it is in the price or added to it', async () => {
  const { bill } = booking({});
  const [vat] = bill?.lines ?? [];
  if (bill === null || vat === undefined) throw new Error('the records have no bill');
  const fee = { ...vat, id: 'fee', kind: 'fee', code: 'CLEAN', name: 'Cleaning', inclusive: false } as const;
  const amounts = { rateBps: null, baseMinorUnits: null, amountMinorUnits: '3000' };
  const lines = [...bill.lines, { ...fee, ...amounts }];
  const { page, context } = await openBooking(apiWith({ bill: { ...bill, lines } }));
  const table = page.getByRole('table', { name: 'Bill' });
  await table.getByRole('row', { name: /VAT 7 %.*7% of €373.83, included.*€26.17/ }).waitFor();
  await table.getByRole('row', { name: /Cleaning.*added.*€30.00/ }).waitFor();
  const atProperty = page.getByRole('table', { name: 'Paid at the property' });
  await atProperty.getByRole('row', { name: /City tax.*4 × €2.50.*€10.00/ }).waitFor();
  expect(await atProperty.getByText(/added|included/).count()).toBe(0);
  await context.close();
});

it.each([
  ['a booking', 'Booking', '/v1/bookings/', /Ada Lovelace/],
  ['a guest', 'Guest', '/v1/guests/', /Ada Lovelace/],
])(
  '%s has a heading while it is read, which has the focus and then its name',
  async (_, title, path, name) => {
    const api = apiWith();
    api.on('GET /v1/guests', () => ok({ guests: [guest({ n: 1 })], nextCursor: null }));
    api.on('GET /v1/guests/{id}', () => ok(guest({ n: 1 })));
    api.on('GET /v1/guests/{id}/stays', () => ok({ bookings: [], nextCursor: null }));
    const list = title === 'Booking' ? '/bookings' : '/guests';
    const { page, context, before } = await site.open({ api, path: list });
    const answer: { give: () => void } = { give: () => {} };
    const late = new Promise<void>((resolve) => {
      answer.give = resolve;
    });
    before(new RegExp(`^GET ${path}[^/]+$`), () => late);
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    expect(await focused()).toBe(title);
    answer.give();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await focused()).toMatch(name);
    expect(await page.title()).toMatch(name);
    await context.close();
  },
);

it('the mails have their place while they are read, and without any there is the way to their settings', async () => {
  const api = apiWith();
  const answer: { give: () => void } = { give: () => {} };
  const late = new Promise<void>((resolve) => {
    answer.give = resolve;
  });
  const { page, context, before } = await site.open({ api, path: '/bookings' });
  before(/^GET .*mails/, () => late);
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  const region = page.getByRole('region', { name: 'Mails' });
  await region.locator('[aria-busy=true]').waitFor();
  answer.give();
  await region.getByText('No mail was sent.').waitFor();
  expect(await region.locator('[aria-busy=true]').count()).toBe(0);
  const link = region.getByRole('link', { name: 'Mail settings' });
  expect(await link.getAttribute('href')).toContain('/settings?tab=mails');
  await context.close();
});

function as(role: string, api: FakeApi): FakeApi {
  if (api.session !== null) api.session = { ...api.session, permissions: PERMISSIONS[role] ?? [] };
  return api;
}

describe('a payment link', () => {
  const due = booking({ due: '14000' });

  it('is offered where the account of the property can charge', async () => {
    const { page, context } = await openBooking(apiWith(due));
    await page.getByRole('button', { name: 'Payment link' }).waitFor();
    expect(await page.getByText(/^No payment link/).count()).toBe(0);
    await context.close();
  });

  it.each([
    ['without an account', problem({ status: 404, code: 'payment_account_not_found' }), /is connected/],
    [
      'with an account that cannot charge',
      ok({ ...PAYMENT_ACCOUNT, canCharge: false }),
      /cannot take payments/,
    ],
  ])('%s is not offered, and the place says what is missing', async (_, reply, words) => {
    const api = as('front_desk', apiWith(due));
    api.on('GET /v1/payment-account', () => reply);
    const { page, context } = await openBooking(api);
    const region = page.getByRole('region', { name: 'Payments' });
    await region
      .getByText(/^No payment link:/)
      .getByText(words)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Payment link' }).count()).toBe(0);
    await context.close();
  });
});

describe('what a role does not allow is not offered, and the place says who may', () => {
  it('of a viewer: all that changes a booking', async () => {
    const { page, context } = await openBooking(as('viewer', apiWith(booking({ due: '14000' }))));
    await page.getByText('A front desk can change this booking, record payments and send mails.').waitFor();
    await page.getByText('A manager can refund this.').waitFor();
    const names = await page.getByRole('main').getByRole('button').allTextContents();
    expect(names.filter((name) => !/Copy|Print/.test(name))).toEqual([]);
    await context.close();
  });

  it('of a manager: what a cancellation keeps', async () => {
    const { page, context } = await openBooking(apiWith());
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel booking' });
    await dialog.getByText('An admin can set what is kept.').waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(0);
    await context.close();
  });
});
