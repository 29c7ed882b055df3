import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeApi } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { addPrices } from './fake-prices.ts';
import type { FakePrices } from './fake-prices.ts';
import { addRates } from './fake-rates.ts';
import { openConsole } from './open-console.ts';
import type { Site, Visit } from './open-console.ts';
import { ids, PERMISSIONS } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

interface PricesVisit extends Visit {
  readonly prices: FakePrices;
}

async function begin(api: FakeApi = fakeApi()): Promise<PricesVisit> {
  const prices = addPrices(api);
  const visit = await site.open({ api, path: '/rates?tab=plans' });
  await visit.page.getByRole('table', { name: 'Plans of Double room' }).waitFor();
  return { ...visit, prices };
}

const PRICING = 'PUT /v1/resources/{id}/pricing';
const RATES = 'PUT /v1/resources/{id}/rates';
const base = (prices: FakePrices): unknown[] =>
  [1, 2, 3, 4].map((n) => prices.pricing.get(ids.resource(n))?.[0]?.baseAmountMinorUnits);

it('rooms that are sold alike have one row a plan, with what acts on their prices', async () => {
  const { page, faults, context } = await begin();
  const rows = await page.locator('[data-plan]').allInnerTexts();
  expect(rows.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    'Flexible FLEX Room 101, Room 102, Room 201 €120.00 weekdays, 1 season, long stays PricesConditions',
    'Flexible FLEX Double room, lake side €150.00 weekdays, 1 season, long stays PricesConditions',
    'Non-refundable NRF Room 101, Room 102, Room 201, Double room, lake side – from Flexible, −10 % Conditions',
  ]);
  expect(faults).toEqual([]);
  await context.close();
});

it('a base price is saved for the chosen rooms, and all else of their prices stays', async () => {
  const { page, api, prices, context } = await begin();
  await page.getByRole('button', { name: 'Prices: Flexible' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Prices: Flexible' });
  await dialog.getByLabel('Base price').fill('135.5');
  await dialog.getByRole('checkbox', { name: 'Room 201' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('status', { name: 'Messages' })
    .getByText(/^Prices of Flexible are saved/)
    .waitFor();
  expect(base(prices)).toEqual(['13550', '13550', '12000', '15000']);
  expect(api.sent(PRICING)).toHaveLength(2);
  expect(api.sent(PRICING)[0]?.body).toEqual({
    pricing: [
      {
        ratePlanCode: 'FLEX',
        baseAmountMinorUnits: '13550',
        dayOfWeekMultipliersBps: { fri: 12_000, sat: 12_500 },
        seasons: [{ name: 'Summer', from: '2027-07-01', to: '2027-09-01', multiplierBps: 13_000 }],
        leadTimeTiers: [],
        lengthOfStayTiers: [{ minNights: 7, multiplierBps: 9_000 }],
        occupancy: null,
      },
    ],
  });
  await page.locator('[data-plan=FLEX]').filter({ hasText: '€135.50' }).waitFor();
  await context.close();
});

it('what is typed into an editor stays, whatever others change meanwhile', async () => {
  const { page, api, prices, context } = await begin();
  await page.getByRole('button', { name: 'Prices: Flexible' }).first().click();
  const field = page.getByRole('dialog', { name: 'Prices: Flexible' }).getByLabel('Base price');
  await field.fill('135.5');
  const renamed = <T extends { code: string }>(plan: T): T =>
    plan.code === 'FLEX' ? { ...plan, name: 'Best price' } : plan;
  const before = api.sent('GET /v1/resources').length;
  for (const [id, resource] of prices.resources)
    prices.resources.set(id, { ...resource, ratePlans: resource.ratePlans.map(renamed) });
  await context.clock.fastForward(5 * 60_000 + 1_000);
  await expect.poll(() => api.sent('GET /v1/resources').length).toBeGreaterThan(before);
  await page.getByRole('table', { name: 'Plans of Double room' }).getByText('Best price').first().waitFor();
  expect(await field.inputValue()).toBe('135.5');
  await context.close();
});

it('prices by guests are put together with the ages of children; a fault is at its field', async () => {
  const { page, prices, context } = await begin();
  await page.getByRole('button', { name: 'Prices: Flexible' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Prices: Flexible' });
  await dialog.getByRole('switch', { name: 'The price depends on the guests' }).click();
  await dialog.getByLabel('Each further adult').fill('30');
  await dialog.getByLabel('One adult alone, percent').fill('80');
  await dialog.getByRole('button', { name: 'Add ages' }).click();
  const ages = dialog.getByRole('group', { name: 'Ages 1' });
  await ages.getByLabel('From age').fill('3');
  await ages.getByLabel('A night').fill('15');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await ages.getByText('This is missing or not right.').waitFor();
  expect(await ages.getByLabel('To age').evaluate((field) => field === document.activeElement)).toBe(true);
  await ages.getByLabel('To age').fill('12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(prices.pricing.get(ids.resource(4))?.[0]?.occupancy).toEqual({
    includedAdults: 2,
    extraAdultMinorUnits: '3000',
    singleAdultMultiplierBps: 8_000,
    includedChildren: 0,
    children: [{ fromAge: 3, toAge: 12, amountMinorUnits: '1500' }],
  });
  await page.getByText('weekdays, 1 season, long stays, guests').waitFor();
  await context.close();
});

describe('a plan', () => {
  it('that follows another is added to all rooms of the type, and has no prices of its own to change', async () => {
    const { page, api, context } = await begin();
    await page.getByRole('button', { name: 'Add plan: Double room' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add plan' });
    await dialog.getByLabel('Code').fill('WEEK');
    await dialog.getByLabel('Name').fill('Weekly');
    await dialog.getByLabel('Prices', { exact: true }).selectOption('Those of Flexible');
    await dialog.getByLabel('Percent', { exact: true }).fill('92.5');
    await dialog.getByLabel('Amount').fill('5');
    await dialog.getByLabel('Minimum stay').fill('7');
    await dialog.getByLabel('Cancellation policy').selectOption('Non-refundable');
    await dialog.getByLabel('Deposit, percent').fill('30');
    await dialog.getByLabel('Balance due, days before arrival').fill('14');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(api.sent(RATES)).toHaveLength(4);
    expect(api.sent(RATES)[0]?.body).toMatchObject({
      ratePlans: [
        {
          code: 'WEEK',
          name: 'Weekly',
          currency: 'EUR',
          minStayNights: 7,
          maxStayNights: null,
          cancellationPolicyCode: 'NRF',
          deposit: { percentBps: 3_000, balanceDueDaysBefore: 14 },
          derivedFrom: {
            ratePlanCode: 'FLEX',
            multiplierBps: 9_250,
            adjustment: { kind: 'subtract', amountMinorUnits: '500' },
          },
        },
      ],
    });
    const row = page.locator('[data-plan=WEEK]');
    await row.getByText('from Flexible, −7.5 %, −€5.00').waitFor();
    expect(await row.getByRole('button').allInnerTexts()).toEqual(['Conditions']);
    await context.close();
  });

  it('that one room refuses is saved for the others, and the refused one stays with its reason', async () => {
    const { page, api, prices, context } = await begin();
    api.refuse(RATES, { status: 400, code: 'derived_plan_invalid', reason: 'chain' });
    await page.getByRole('button', { name: 'Conditions: Non-refundable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Conditions: Non-refundable' });
    await dialog.getByLabel('Name').fill('Saver');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('Room 101').waitFor();
    await page.getByRole('status', { name: 'Messages' }).getByText('3 of 4 saved.').waitFor();
    const names = [...prices.resources.values()].map(({ ratePlans }) => ratePlans.map(({ name }) => name));
    expect(names.map((all) => all.includes('Saver'))).toEqual([false, true, true, true]);
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Saver');
    await context.close();
  });
});

it('changed nights wait while plans are looked at, and a front desk reads both', async () => {
  const api = fakeApi();
  addRates(api);
  const { page, context } = await begin(api);
  await page.getByRole('tab', { name: 'Nights' }).click();
  await page.locator('[role=gridcell][data-plan=FLEX]').first().click();
  await page.keyboard.type('150');
  await page.keyboard.press('Enter');
  await page.getByText('1 night not saved').waitFor();
  await page.getByRole('tab', { name: 'Plans and prices' }).click();
  await page.getByRole('table', { name: 'Plans of Double room' }).waitFor();
  await page.getByText('1 night not saved').waitFor();
  if (api.session) api.session = { ...api.session, permissions: PERMISSIONS['front_desk'] ?? [] };
  await page.clock.runFor(15_000);
  await page.getByText('A manager can change this.').waitFor();
  expect(await page.getByRole('button', { name: /^(Prices|Conditions|Add plan)/ }).count()).toBe(0);
  await context.close();
});
