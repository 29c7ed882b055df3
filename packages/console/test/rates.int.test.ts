import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeApi, ok } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { addRates, ROOMS } from './fake-rates.ts';
import type { FakeRates } from './fake-rates.ts';
import { openConsole } from './open-console.ts';
import type { Site, Visit } from './open-console.ts';
import { DOUBLE, ids, PERMISSIONS } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

interface RatesVisit extends Visit {
  readonly rates: FakeRates;
}

async function begin(
  api: FakeApi = fakeApi(),
  prepare?: (rates: FakeRates) => void,
  others: readonly object[] = [],
): Promise<RatesVisit> {
  const rates = addRates(api);
  api.on('GET /v1/resources', () => ok({ resources: [...ROOMS, ...others], nextCursor: null }));
  prepare?.(rates);
  const visit = await site.open({ api, path: '/rates?from=2027-06-08' });
  await visit.page.getByRole('grid', { name: 'Rates' }).waitFor();
  return { ...visit, rates };
}

const night = (page: Page, date: string, plan = 'FLEX'): Locator =>
  page.locator(`[role=gridcell][data-room-type="${DOUBLE.id}"][data-plan=${plan}][data-date="${date}"]`);

/** As the API has them, from 9 to 13 June. */
const rateOf = (rates: FakeRates, plan = 'FLEX'): (bigint | null)[] =>
  ['09', '10', '11', '12', '13'].map((day) => rates.night(plan, `2027-06-${day}`).own);

async function select(page: Page): Promise<void> {
  await night(page, '2027-06-10').click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('3 nights selected').waitFor();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page
    .getByRole('dialog', { name: 'Review changes' })
    .getByRole('button', { name: 'Save changes' })
    .click();
}

const saved = (page: Page) =>
  page.getByRole('status', { name: 'Messages' }).getByText('Saved. The saved prices show in the grid.');

const stopped = (rates: FakeRates): void => {
  rates.night('FLEX', '2027-06-11').stopSell = true;
};

it('a typed price is saved for the selected nights alone, and a stopped sale stands', async () => {
  const { page, rates, api, faults, context } = await begin(fakeApi(), stopped);
  await select(page);
  await page.keyboard.type('150');
  await page.keyboard.press('Enter');
  await night(page, '2027-06-12').getByText('150.00').waitFor();
  expect(rateOf(rates)).toEqual([null, null, null, null, null]);
  await page.getByRole('button', { name: 'Review changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Review changes' });
  await dialog
    .getByRole('row', { name: /Double room, Flexible Thu 10 Jun – Sat 12 Jun.*120.00 → 150.00 3 × 4/ })
    .waitFor();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await saved(page).waitFor();
  expect(rateOf(rates)).toEqual([null, 15_000n, 15_000n, 15_000n, null]);
  expect(rates.night('FLEX', '2027-06-11').stopSell).toBe(true);
  expect(api.sent('POST /v1/rates/bulk').map(({ body }) => body)).toEqual([
    {
      roomTypeId: DOUBLE.id,
      ratePlanCode: 'FLEX',
      from: '2027-06-10',
      to: '2027-06-13',
      nightlyRate: { amountMinorUnits: '15000', currency: 'EUR' },
    },
  ]);
  await night(page, '2027-06-12').locator('strong').getByText('150.00').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('a price that is typed shows also where the grid has what guests see', async () => {
  const { page } = await begin();
  await page.goto(`${page.url()}&sees=guest`);
  await night(page, '2027-06-10').click();
  await page.keyboard.type('150');
  await page.keyboard.press('Enter');
  await night(page, '2027-06-10').locator('ins').getByText('150.00').waitFor();
});

it('leaving before saving asks, and what was typed stays', async () => {
  const { page, api, context } = await begin();
  await select(page);
  await page.keyboard.type('150');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Bookings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await night(page, '2027-06-10').getByText('150.00').waitFor();
  await page.getByRole('link', { name: 'Bookings' }).click();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor();
  expect(api.sent('POST /v1/rates/bulk')).toEqual([]);
  await context.close();
});

it('a minimum stay leaves the rest of the night as it is, and Delete brings the base again', async () => {
  const { page, rates, api, context } = await begin(fakeApi(), (all) => {
    stopped(all);
    for (const day of ['10', '11', '12']) all.night('FLEX', `2027-06-${day}`).own = 15_000n;
  });
  await select(page);
  await page.getByRole('button', { name: 'Minimum stay' }).click();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await save(page);
  await saved(page).waitFor();
  expect(api.sent('POST /v1/rates/bulk')).toMatchObject([
    { body: { from: '2027-06-10', to: '2027-06-13', restriction: { minStayNights: 2 }, merge: true } },
  ]);
  expect(rates.night('FLEX', '2027-06-11')).toMatchObject({ stopSell: true, minStayNights: 2, own: 15_000n });
  await night(page, '2027-06-10').focus();
  await select(page);
  await page.keyboard.press('Delete');
  await save(page);
  await night(page, '2027-06-11').getByText('120.00').waitFor();
  expect(rateOf(rates)).toEqual([null, null, null, null, null]);
  expect(rates.night('FLEX', '2027-06-11')).toMatchObject({ stopSell: true, minStayNights: 2 });
  await context.close();
});

it('a derived plan follows its parent without a request, until it has a price of its own', async () => {
  const { page, rates, api, context } = await begin();
  await page.getByRole('rowheader', { name: /Non-refundable.*from Flexible, −10\s%/ }).waitFor();
  await night(page, '2027-06-10').click();
  await page.keyboard.type('150');
  await page.keyboard.press('Enter');
  await save(page);
  await night(page, '2027-06-10', 'NRF').getByText('135.00').waitFor();
  expect(await night(page, '2027-06-10', 'NRF').locator('strong').count()).toBe(0);
  expect(api.sent('POST /v1/rates/bulk')).toHaveLength(1);
  await night(page, '2027-06-10', 'NRF').click();
  await page.keyboard.type('120');
  await page.keyboard.press('Enter');
  await save(page);
  await night(page, '2027-06-10', 'NRF').locator('strong').getByText('120.00').waitFor();
  expect(rates.night('FLEX', '2027-06-10').own).toBe(15_000n);
  await context.close();
});

it('a price of its own is in bold, and nothing but the price', async () => {
  const { page, context } = await begin(fakeApi(), (all) => {
    all.night('FLEX', '2027-06-10').own = 15_000n;
  });
  const cell = night(page, '2027-06-10');
  await cell.getByText('150.00').waitFor();
  expect(await cell.locator('strong').allTextContents()).toEqual(['150.00']);
  // For screen readers, which have no bold.
  await cell.getByText('own rate').waitFor();
  await context.close();
});

it('the keys of the page work from a night, those of the grid and a typed price come before them', async () => {
  const { page, context } = await begin();
  await night(page, '2027-06-10').click();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ timeout: 5_000 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await page.getByRole('dialog', { name: 'Minimum stay' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.type('15n/?');
  const field = page.getByRole('grid').getByRole('textbox');
  expect(await field.inputValue()).toBe('15n/?');
  await page.keyboard.press('Escape');
  await night(page, '2027-06-10').focus();
  await page.keyboard.press('n');
  await page.getByRole('heading', { level: 1, name: 'New booking' }).waitFor();
  await context.close();
});

it('the field of a limit is named as the limit is', async () => {
  const { page, context } = await begin();
  await select(page);
  for (const limit of ['Minimum stay', 'Maximum stay']) {
    await page.getByRole('button', { name: limit }).click();
    const dialog = page.getByRole('dialog', { name: limit });
    await dialog.getByRole('spinbutton', { name: limit, exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Not now' }).click();
  }
  await context.close();
});

const ofRoom = (page: Page, room: number, date: string, plan = 'FLEX'): Locator =>
  page.locator(
    `[role=gridcell][data-resource="${ids.resource(room)}"][data-plan=${plan}][data-date="${date}"]`,
  );
const openFlexible = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Each resource: Double room, Flexible' }).click();

describe('one resource of a room type', () => {
  it('has a row of its own, and a price saved there is for it alone', async () => {
    const { page, rates, api, faults, context } = await begin();
    await openFlexible(page);
    await page.getByRole('rowheader', { name: 'Room 102' }).waitFor();
    await ofRoom(page, 2, '2027-06-10').getByText('120.00').waitFor();
    await ofRoom(page, 2, '2027-06-10').click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.type('180');
    await page.keyboard.press('Enter');
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    await dialog.getByRole('row', { name: /Room 102, Flexible.*120.00 → 180.00.*2 × 1/ }).waitFor();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await saved(page).waitFor();
    expect(api.sent('POST /v1/rates/bulk').map(({ body }) => body)).toEqual([
      {
        roomTypeId: DOUBLE.id,
        ratePlanCode: 'FLEX',
        resourceIds: [ids.resource(2)],
        from: '2027-06-10',
        to: '2027-06-12',
        nightlyRate: { amountMinorUnits: '18000', currency: 'EUR' },
        restriction: { stopSell: true },
        merge: true,
      },
    ]);
    expect(rates.night('FLEX', '2027-06-10')).toMatchObject({ own: null, stopSell: false });
    await ofRoom(page, 2, '2027-06-10').locator('strong').getByText('180.00').waitFor();
    await night(page, '2027-06-10').getByText('mixed').waitFor();
    await night(page, '2027-06-10').getByText('Stop 1/4').waitFor();
    await ofRoom(page, 1, '2027-06-10').getByText('120.00').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('keeps its price where its room type gets another in the same review', async () => {
    const { page, rates, context } = await begin();
    await openFlexible(page);
    await ofRoom(page, 2, '2027-06-10').getByText('120.00').waitFor();
    await night(page, '2027-06-10').click();
    await page.keyboard.type('150');
    await page.keyboard.press('Enter');
    await ofRoom(page, 1, '2027-06-10').locator('ins').getByText('150.00').waitFor();
    await ofRoom(page, 2, '2027-06-10').click();
    await page.keyboard.type('170');
    await page.keyboard.press('Enter');
    await save(page);
    await saved(page).waitFor();
    expect([1, 2].map((room) => rates.ofRoom(ids.resource(room), 'FLEX', '2027-06-10').own)).toEqual([
      15_000n,
      17_000n,
    ]);
    await context.close();
  });

  it('keeps what is refused of it, and its rows go again', async () => {
    const { page, rates, api, context } = await begin();
    await openFlexible(page);
    await ofRoom(page, 2, '2027-06-10').getByText('120.00').waitFor();
    await ofRoom(page, 2, '2027-06-10').click();
    await page.keyboard.type('170');
    await page.keyboard.press('Enter');
    await openFlexible(page);
    await page.getByRole('rowheader', { name: 'Room 102' }).waitFor({ state: 'hidden' });
    api.refuse('POST /v1/rates/bulk', { status: 409, code: 'limit_reached', limit: 20_000 });
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    await dialog
      .getByRole('alert')
      .getByText(/as many of these as can be/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await saved(page).waitFor();
    expect(rates.ofRoom(ids.resource(2), 'FLEX', '2027-06-10').own).toBe(17_000n);
    await context.close();
  });
});

it('what has no room type is in the grid as an entry of its own, with its price and no plan', async () => {
  const boat = { ...ROOMS[0], id: ids.resource(9), name: 'Rowing boat', roomType: null, ratePlans: [] };
  const { page, context } = await begin(
    fakeApi({
      'GET /v1/resources/{id}/pricing': () =>
        ok({ pricing: [{ ratePlanCode: null, baseAmountMinorUnits: '2500' }], nextCursor: null }),
      'GET /v1/resources/{id}/calendar': () =>
        ok({ currency: 'EUR', days: [{ date: '2027-06-12', priceHintMinorUnits: '3000' }] }),
    }),
    undefined,
    [boat],
  );
  await page.getByRole('combobox', { name: 'Room type' }).selectOption({ label: 'Other resources' });
  await page.getByRole('rowheader', { name: /Rowing boat/ }).waitFor();
  const cell = page.locator(`[data-resource="${boat.id}"][data-date="2027-06-12"]`);
  await cell.getByText('25.00').waitFor();
  await page.getByRole('switch', { name: 'As guests see it' }).check();
  await cell.getByText('30.00').waitFor();
  await page.getByRole('tabpanel').getByRole('button', { name: 'Plans and prices' }).click();
  await page.getByRole('heading', { name: 'Other resources' }).waitFor();
  await context.close();
});

it('a property without resources is led to where the first one is added', async () => {
  const api = fakeApi({ 'GET /v1/resources': () => ok({ resources: [], nextCursor: null }) });
  const { page, context } = await site.open({ api, path: '/rates' });
  await page.getByText('No resources yet: without one there is nothing to price.').waitFor();
  await page.getByRole('link', { name: 'Add a resource' }).click();
  await page.getByRole('button', { name: 'Add a resource' }).waitFor();
  await context.close();
});

describe('the selection', () => {
  it('is dragged, narrowed to weekdays, and changed by a percentage', async () => {
    const { page, rates, context } = await begin();
    const [from, to] = [night(page, '2027-06-10'), night(page, '2027-06-13', 'NRF')];
    await from.hover();
    await page.mouse.down();
    await to.hover();
    await page.mouse.up();
    await page.getByText('8 nights selected').waitFor();
    await page.getByRole('checkbox', { name: 'Sat' }).uncheck();
    await page.getByRole('checkbox', { name: 'Sun' }).uncheck();
    await page.getByText('4 nights selected').waitFor();
    await page.getByRole('button', { name: 'Price', exact: true }).click();
    await page.getByRole('textbox', { name: 'Price' }).fill('+10%');
    await page.keyboard.press('Enter');
    await save(page);
    await saved(page).waitFor();
    expect(rateOf(rates)).toEqual([null, 13_200n, 13_200n, null, null]);
    expect(rateOf(rates, 'NRF')).toEqual([null, 11_880n, 11_880n, null, null]);
    await context.close();
  });

  it('goes to a spreadsheet, and comes back from it', async () => {
    const { page, context } = await begin(fakeApi(), (all) => {
      all.night('FLEX', '2027-06-11').own = 15_000n;
    });
    await select(page);
    const copied = await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      return clipboardData.getData('text/plain');
    });
    expect(copied).toBe('120.00\t150.00\t120.00');
    await night(page, '2027-06-10').click();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '99\t101.50\r\n80\tclosed\r\n');
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    });
    await page.getByRole('status', { name: 'Messages' }).getByText('3 prices pasted.').waitFor();
    await night(page, '2027-06-10').locator('ins').getByText('99.00').waitFor();
    await night(page, '2027-06-11').locator('ins').getByText('101.50').waitFor();
    await night(page, '2027-06-10', 'NRF').locator('ins').getByText('80.00').waitFor();
    expect(await night(page, '2027-06-11', 'NRF').locator('ins').count()).toBe(0);
    await context.close();
  });

  it('takes rows, columns and restrictions by the keyboard alone', async () => {
    const { page, api, context } = await begin();
    await night(page, '2027-06-08').focus();
    await page.keyboard.press('Control+ ');
    await page.getByText('2 nights selected').waitFor();
    await page.keyboard.press('s');
    await page.getByText('2 nights not saved').waitFor();
    await page.keyboard.press('s');
    await page.getByText('not saved').waitFor({ state: 'hidden' });
    await page.keyboard.press('Shift+ ');
    await page.getByText('60 nights selected').waitFor();
    await page.keyboard.press('End');
    await night(page, '2027-08-06').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Closed to arrival' }).click();
    await save(page);
    await saved(page).waitFor();
    expect(api.sent('POST /v1/rates/bulk')).toMatchObject([
      { body: { from: '2027-06-08', to: '2027-06-09', restriction: { closedToArrival: true }, merge: true } },
    ]);
    await context.close();
  });
});

describe('saving', () => {
  it('keeps what is refused, with its reason, and says what is saved', async () => {
    const { page, rates, api, context } = await begin();
    for (const date of ['2027-06-10', '2027-06-13']) {
      await night(page, date).click();
      await page.keyboard.type('150');
      await page.keyboard.press('Enter');
    }
    api.refuse('POST /v1/rates/bulk', { status: 409, code: 'limit_reached', limit: 20_000 });
    await save(page);
    await page.getByRole('status', { name: 'Messages' }).getByText('1 of 2 saved.').waitFor();
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    await dialog
      .getByRole('alert')
      .getByText(/as many of these as can be/)
      .waitFor();
    expect(await dialog.getByRole('row').count()).toBe(2);
    expect(rateOf(rates)).toEqual([null, null, null, null, 15_000n]);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await saved(page).waitFor();
    expect(rateOf(rates)).toEqual([null, 15_000n, null, null, 15_000n]);
    await context.close();
  });

  it('shows what another operator has changed meanwhile before it is replaced', async () => {
    const { page, rates, api, context } = await begin();
    await select(page);
    await page.keyboard.type('150');
    await page.keyboard.press('Enter');
    rates.night('FLEX', '2027-06-11').own = 18_000n;
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    await dialog.getByText(/changed 1 of these nights meanwhile/).waitFor();
    expect(api.sent('POST /v1/rates/bulk')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await saved(page).waitFor();
    expect(rateOf(rates)).toEqual([null, 15_000n, 15_000n, 15_000n, null]);
    await context.close();
  });
});

it('who may not change rates sees them, and types in vain', async () => {
  const api = fakeApi();
  if (api.session !== null) api.session = { ...api.session, permissions: PERMISSIONS['front_desk'] ?? [] };
  const { page, context } = await begin(api);
  await page.getByText('A manager can change this.').waitFor();
  await night(page, '2027-06-10').click();
  await page.keyboard.type('150');
  await page.keyboard.press('Delete');
  expect(await page.getByRole('textbox', { name: 'Price' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /Review changes|Stop sale|Back to base/ }).count()).toBe(0);
  await context.close();
});
