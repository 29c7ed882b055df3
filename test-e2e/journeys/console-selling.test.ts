import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { openSellingDesk } from '../harness/desk.ts';
import type { SellingDesk } from '../harness/desk.ts';
import { makeGeneric, makeLodging } from '../harness/own-tenant.ts';

const demo = inject('demo');
const MONTH = '2028-06';
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => browser.close());

const openDesk = (path: string): Promise<SellingDesk> => openSellingDesk(browser, demo, path);

async function search(page: Page, arrival: string, departure: string): Promise<void> {
  await page.getByLabel('Arrival', { exact: true }).fill(`${MONTH}-${arrival}`);
  await page.getByLabel('Departure', { exact: true }).fill(`${MONTH}-${departure}`);
}

const price = (page: Page) => page.getByRole('region', { name: 'Price' });

it('a stay that is too short is lengthened, and booked at the price that was shown', async () => {
  const { page, tenant, resource, faults } = await openDesk('new-booking');
  const { id, name } = resource;
  const restrictions = [
    {
      ratePlanCode: 'flex',
      from: '2028-05-15T00:00:00.000Z',
      to: '2028-07-15T00:00:00.000Z',
      minStayNights: 3,
    },
  ];
  expect((await tenant.secret.put(`/v1/resources/${id}/restrictions`, { restrictions })).status).toBe(200);
  await search(page, '10', '12');
  const offers = page.getByRole('list', { name: 'Offers' });
  await offers.getByText('Minimum stay 3 nights on arrival Sat 10 Jun').waitFor();
  await offers.getByRole('button', { name: 'Sat 10 Jun – Tue 13 Jun, 3 nights, Flexible, €300.00' }).click();
  await price(page)
    .getByRole('row', { name: /Total €300.00/ })
    .waitFor();
  const departure = await page.getByLabel('Departure', { exact: true }).inputValue();
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByRole('radio', { name: 'Paid at the desk' }).check();
  // The price rises while the guest hesitates.
  const pricing = [{ ratePlanCode: 'flex', baseAmountMinorUnits: '11000' }];
  expect((await tenant.secret.put(`/v1/resources/${id}/pricing`, { pricing })).status).toBe(200);
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  await page
    .getByRole('alert')
    .getByText(/was €300.00 and is €330.00 now/)
    .waitFor();
  await page.getByRole('button', { name: 'Book for €330.00' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  await page.locator('[data-state=confirmed]').waitFor();
  const { body } = await tenant.secret.get<{ bookings: object[] }>('/v1/bookings');
  expect(body.bookings).toMatchObject([{ source: 'manual', totalMinorUnits: '33000', state: 'confirmed' }]);
  await page.goto(new URL(`new-booking?arrival=${MONTH}-10&departure=${departure}`, demo.consoleUrl).href);
  await offers.getByText('Sold on these nights').waitFor();
  expect(await offers.getByText(name).count()).toBe(1);
  expect(faults).toEqual([]);
  await page.close();
});

it('a stay that is paid at the property is confirmed, and due on its arrival', async () => {
  const { page, tenant, resource, faults } = await openDesk('new-booking');
  await search(page, '20', '22');
  await page.getByRole('button', { name: `Choose Flexible, ${resource.name}` }).click();
  await page.getByRole('checkbox', { name: 'No e-mail' }).check();
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await page.getByRole('radio', { name: 'Pays at the property' }).check();
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  const { body } = await tenant.secret.get<{ bookings: { id: string }[] }>('/v1/bookings');
  const path = `/v1/bookings/${body.bookings[0]?.id}/payments`;
  expect((await tenant.secret.get(path)).body).toMatchObject({
    schedule: [{ purpose: 'stay', amountMinorUnits: '20000', dueAt: `${MONTH}-20T00:00:00.000Z` }],
  });
  expect(faults).toEqual([]);
  await page.close();
});

it('a stay with a payment link is held for its guest, and the page says when it is paid', async () => {
  const { page, tenant, resource, faults } = await openDesk('settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  const account = {
    mode: 'live',
    provider: 'stripe',
    accountId: tenant.accountId,
    redirectOrigins: ['https://hotel.example'],
  };
  const path = `/admin/v1/tenants/${tenant.id}/payment-account`;
  expect((await tenant.admin.put(path, account)).status).toBe(200);
  await page.getByRole('link', { name: 'New booking' }).click();
  await search(page, '24', '26');
  await page.getByRole('button', { name: `Choose Flexible, ${resource.name}` }).click();
  await page.getByLabel('Name', { exact: true }).fill('Alan Turing');
  await page.getByRole('radio', { name: 'Payment link' }).check();
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  const region = page.getByRole('region', { name: 'Payment link' });
  const url = await region.getByText(demo.stripe.url).textContent();
  const { body } = await tenant.secret.get<{ bookings: object[] }>('/v1/bookings');
  expect(body.bookings).toMatchObject([{ state: 'held', guestName: 'Alan Turing' }]);
  const guest = await browser.newPage();
  await guest.route('https://hotel.example/**', (route) => route.fulfill({ body: 'Thank you' }));
  await guest.goto(url ?? '');
  await guest.getByRole('button', { name: 'Pay', exact: true }).click();
  await region.getByText('Paid: the booking is confirmed.').waitFor();
  expect(faults).toEqual([]);
  await page.close();
});

it('rates of a few nights are raised, and a search has the new price; the sale that is stopped stays so', async () => {
  const { page, tenant, resource, ratePlanId, faults } = await openDesk(`rates?from=${MONTH}-08`);
  const night = (day: string) =>
    page.locator(`[data-room-type="${resource.roomTypeId}"][data-plan=flex][data-date="${MONTH}-${day}"]`);
  await night('11').click();
  await page.getByRole('button', { name: 'Stop sale' }).click();
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };
  await save();
  await night('10').click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.type('+10%');
  await page.keyboard.press('Enter');
  await save();
  await night('12').locator('strong').getByText('110.00').waitFor();
  const stay = { resourceId: resource.id, ratePlanId, partySize: 1 };
  const quote = (from: string, to: string) =>
    tenant.secret.post<Record<string, unknown>>('/v1/quotes', {
      ...stay,
      from: `${MONTH}-${from}T15:00:00.000Z`,
      to: `${MONTH}-${to}T11:00:00.000Z`,
    });
  expect((await quote('12', '13')).body).toMatchObject({ priceBreakdown: { totalMinorUnits: '11000' } });
  expect((await quote('13', '14')).body).toMatchObject({ priceBreakdown: { totalMinorUnits: '10000' } });
  expect((await quote('11', '12')).body).toMatchObject({ code: 'unavailable', reasons: ['stop_sell'] });
  await night('12').click();
  await page.keyboard.press('Delete');
  await save();
  await night('12').getByText('100.00').waitFor();
  expect((await quote('12', '13')).body).toMatchObject({ priceBreakdown: { totalMinorUnits: '10000' } });
  expect(faults).toEqual([]);
  await page.close();
});

it('what is set for one room of a type is sold so in that room alone; what has no type shows its price', async () => {
  const { page, tenant, resource, ratePlanId, faults } = await openDesk('settings');
  const twin = await makeLodging(tenant.secret, { roomTypeId: resource.roomTypeId });
  const bike = await makeGeneric(tenant.secret);
  await page.goto(new URL(`rates?from=${MONTH}-08`, demo.consoleUrl).href);
  await page.getByRole('button', { name: 'Each resource: Double room, Flexible' }).click();
  const night = (day: string) => page.locator(`[data-resource="${twin.id}"][data-date="${MONTH}-${day}"]`);
  await night('10').getByText('100.00').waitFor();
  await night('10').click();
  await page.keyboard.type('140');
  await page.keyboard.press('Enter');
  await night('11').click();
  await page.getByRole('button', { name: 'Stop sale' }).click();
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await night('10').locator('strong').getByText('140.00').waitFor();
  await night('11').getByText('Stop').first().waitFor();
  expect(await night('12').getByText('Stop').count()).toBe(0);
  const ofType = page.locator(`[data-room-type="${resource.roomTypeId}"][data-date="${MONTH}-10"]`);
  await ofType.getByText('mixed').waitFor();
  const quoteOf = async (room: { id: string; ratePlanId: string }, from: string, to: string) => {
    const dates = { from: `${MONTH}-${from}T15:00:00.000Z`, to: `${MONTH}-${to}T11:00:00.000Z` };
    const request = { resourceId: room.id, ratePlanId: room.ratePlanId, partySize: 1, ...dates };
    return (await tenant.secret.post('/v1/quotes', request)).body;
  };
  expect(await quoteOf(twin, '10', '11')).toMatchObject({
    priceBreakdown: { totalMinorUnits: '14000' },
  });
  expect(await quoteOf(twin, '11', '12')).toMatchObject({ reasons: ['stop_sell'] });
  expect(await quoteOf({ id: resource.id, ratePlanId }, '10', '12')).toMatchObject({
    priceBreakdown: { totalMinorUnits: '20000' },
  });
  await page.getByRole('combobox', { name: 'Room type' }).selectOption('Other resources');
  const ofBike = page.locator(`[data-resource="${bike.id}"][data-date="${MONTH}-10"]`);
  await ofBike.getByText('25.00').waitFor();
  await page.getByRole('switch', { name: 'As guests see it' }).check();
  await ofBike.getByText('25.00').waitFor();
  expect(faults).toEqual([]);
  await page.close();
});

it('a base price by guests, and a plan that follows it, are sold as they were saved', async () => {
  const { page, tenant, resource, faults } = await openDesk('rates?tab=plans');
  await page.getByRole('button', { name: 'Prices: Flexible' }).click();
  const prices = page.getByRole('dialog', { name: 'Prices: Flexible' });
  await prices.getByLabel('Base price').fill('120');
  await prices.getByRole('switch', { name: 'The price depends on the guests' }).click();
  await prices.getByLabel('Adults in the base price').fill('1');
  await prices.getByLabel('Each further adult').fill('30');
  await prices.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /^Flexible.*€120.00 guests/ }).waitFor();
  await page.getByRole('button', { name: 'Add plan: Double room' }).click();
  const plan = page.getByRole('dialog', { name: 'Add plan' });
  await plan.getByLabel('Code').fill('nrf');
  await plan.getByLabel('Name').fill('Saver');
  await plan.getByLabel('Prices', { exact: true }).selectOption('Those of Flexible');
  await plan.getByLabel('Percent', { exact: true }).fill('90');
  await plan.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /^Saver.*from Flexible, −10 %/ }).waitFor();
  const { body } = await tenant.secret.post<{
    results: { offers: { name: string; totalMinorUnits: string }[] }[];
  }>('/v1/search', {
    dates: { arrival: `${MONTH}-10`, departure: `${MONTH}-12` },
    adults: 2,
    plans: 'all',
    resourceIds: [resource.id],
    currency: 'EUR',
  });
  const offers = body.results[0]?.offers.map(({ name, totalMinorUnits }) => [name, totalMinorUnits]);
  expect(offers?.toSorted()).toEqual([
    ['Flexible', '30000'],
    ['Saver', '27000'],
  ]);
  expect(faults).toEqual([]);
  await page.close();
});

it('a plan that follows another shows its new price at once, until a night has a price of its own', async () => {
  const { page, tenant, resource, faults } = await openDesk('settings');
  const derivedFrom = { ratePlanCode: 'flex', multiplierBps: 9000 };
  const plan = (code: string, name: string, more: object = {}) => ({ code, name, currency: 'EUR', ...more });
  const rates = await tenant.secret.put(`/v1/resources/${resource.id}/rates`, {
    ratePlans: [plan('flex', 'Flexible'), plan('nrf', 'Saver', { derivedFrom })],
  });
  expect(rates.status, JSON.stringify(rates.body)).toBe(200);
  await page.goto(new URL(`rates?from=${MONTH}-08`, demo.consoleUrl).href);
  await page.getByRole('rowheader', { name: /^Saver.*from Flexible, −10\s%/ }).waitFor();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/rates/bulk')) calls.push(request.postData() ?? '');
  });
  const night = (code: string) => page.locator(`[role=gridcell][data-plan=${code}][data-date="${MONTH}-10"]`);
  const save = async (code: string, amount: string): Promise<void> => {
    await night(code).click();
    await page.keyboard.type(amount);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  await save('flex', '150');
  await night('nrf').getByText('135.00').waitFor();
  expect(await night('nrf').locator('strong').count()).toBe(0);
  expect(calls.map((body) => JSON.parse(body) as object)).toMatchObject([{ ratePlanCode: 'flex' }]);
  await save('nrf', '120');
  await night('nrf').locator('strong').getByText('120.00').waitFor();
  await night('flex').locator('strong').getByText('150.00').waitFor();
  for (const [code, totalMinorUnits] of [
    ['flex', '15000'],
    ['nrf', '12000'],
  ] as const) {
    const { ratePlans } = rates.body as { ratePlans: { id: string; code: string }[] };
    const quoted = await tenant.secret.post('/v1/quotes', {
      resourceId: resource.id,
      ratePlanId: ratePlans.find((one) => one.code === code)?.id,
      partySize: 1,
      from: `${MONTH}-10T15:00:00.000Z`,
      to: `${MONTH}-11T11:00:00.000Z`,
    });
    expect(quoted.body).toMatchObject({ priceBreakdown: { totalMinorUnits } });
  }
  expect(faults).toEqual([]);
  await page.close();
});
