import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeApi, ok, problem } from './fake-api.ts';
import { sellingApi } from './fake-selling.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { DOUBLE, ids } from './records.ts';
import { POLICIES, TAX_RULES } from './term-records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

it('policies say in words what cancelling costs, and which plans use them', async () => {
  const { page, faults } = await site.open({ path: '/terms' });
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
  const row = page.getByRole('row', { name: /^FLEX Flexible default 3 Flexible/ });
  await row.getByText('Until 7 days before the arrival: nothing is kept.').waitFor();
  await row.getByText('Afterwards: 50% of the accommodation is kept.').waitFor();
  await page.getByRole('row', { name: /^NRF Non-refundable 1 no plan/ }).waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Cancellation policies', 'Taxes and fees']);
  expect(faults).toEqual([]);
});

it('a policy is put together as sentences, shown in words before it is saved, and sent once', async () => {
  const api = fakeApi({
    'PUT /v1/cancellation-policies/{code}': ({ body }) => ok({ ...POLICIES[0], ...body }),
  });
  const { page } = await site.open({ api, path: '/terms' });
  await page.getByRole('button', { name: 'Add policy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add policy' });
  await dialog.getByLabel('Code').fill('WINTER');
  await dialog.getByLabel('Name').fill('Winter');
  const first = dialog.getByRole('group', { name: 'Deadline 1' });
  await first.getByLabel('Until').fill('14');
  const afterwards = dialog.getByRole('group', { name: 'Afterwards' });
  await afterwards.getByLabel('Is kept').selectOption('An amount');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await afterwards.getByText('This is missing or not right.').waitFor();
  expect(await afterwards.getByLabel('Amount').evaluate((field) => field === document.activeElement)).toBe(
    true,
  );
  await afterwards.getByLabel('Amount').fill('120.50');
  await dialog.getByText('Afterwards: €120.50 is kept.').first().waitFor();
  await dialog.getByLabel('Sample arrival').fill('2027-12-24');
  await dialog.getByText('Until Fri 10 Dec 2027, 15:00: €0.00 kept, €300.00 back.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('status', { name: 'Messages' })
    .getByText(/^Winter is saved/)
    .waitFor();
  const [sent, ...more] = api.sent('PUT /v1/cancellation-policies/{code}');
  expect(more).toEqual([]);
  expect([sent?.path, sent?.body]).toEqual([
    '/v1/cancellation-policies/WINTER',
    {
      name: 'Winter',
      referenceTime: null,
      graceMinutes: 0,
      graceMinHoursBefore: 0,
      steps: [{ before: { count: 14, unit: 'days' }, penalty: { kind: 'none' } }],
      afterwards: { kind: 'fixed', amountMinorUnits: '12050', currency: 'EUR' },
      noShow: { kind: 'percent', bps: 10_000, of: 'total' },
      default: false,
    },
  ]);
});

it('a policy that plans use is not deleted, and they are named; typed words are not lost unasked', async () => {
  const api = fakeApi();
  api.on('DELETE /v1/cancellation-policies/{code}', () => problem({ status: 409, code: 'policy_in_use' }));
  const { page } = await site.open({ api, path: '/terms' });
  await page.getByRole('button', { name: 'Delete: Flexible' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alert').getByText('It is used by Flexible.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Change: Flexible' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change: Flexible' });
  await dialog.getByText('Bookings that exist keep version 3.').waitFor();
  await dialog.getByLabel('Name').fill('Flexible, new');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Flexible, new');
});

it('a sample stay says what the policy keeps of it and what goes back, at each deadline', async () => {
  const { page } = await site.open({ path: '/terms' });
  await page.getByRole('button', { name: 'Add policy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add policy' });
  const words = dialog.getByRole('region', { name: 'In words' });
  // It has no name yet.
  await words.getByText('Until 7 days before the arrival: nothing is kept.').waitFor();
  await dialog.getByLabel('Until').fill('');
  await words.getByText(/can be read/).waitFor();
  await dialog.getByLabel('Until').fill('7');
  const afterwards = dialog.getByRole('group', { name: 'Afterwards' });
  await afterwards.getByLabel('Is kept').selectOption('First nights');
  await words.getByLabel('Sample arrival').fill('2027-08-20');
  await words.getByLabel('Sample nights').fill('3');
  await words.getByLabel('Sample price').fill('200.00');
  const timeline = words.getByRole('list', { name: 'Timeline of the sample' });
  await timeline.getByText('Until Fri 13 Aug 2027, 15:00: €0.00 kept, €200.00 back.').waitFor();
  await timeline.getByText('Afterwards: €66.67 kept, €133.33 back.').waitFor();
  await timeline.getByText('No-show: €200.00 kept, €0.00 back.').waitFor();
  await words.getByLabel('Sample price').fill('2.001');
  await timeline.waitFor({ state: 'hidden' });
  await page.context().close();
});

it('taxes are in the order of their computation, and the editor has the fields of the basis alone', async () => {
  const api = fakeApi({ 'PUT /v1/tax-rules/{code}': ({ body }) => ok({ ...TAX_RULES[0], ...body }) });
  const { page } = await site.open({ api, path: '/terms?tab=taxes' });
  const rows = page.locator('[data-tax]');
  await rows.first().waitFor();
  expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-tax')))).toEqual([
    'CITY',
    'VAT',
    'CLEAN',
  ]);
  await page
    .getByText('€2.50 per person and night, ages 0 to 15 €0.00, for at most 21 nights, paid at the property')
    .waitFor();
  await page.getByRole('button', { name: 'Add tax or fee' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tax or fee' });
  await dialog.getByLabel('Code').fill('RESORT');
  await dialog.getByLabel('Name').fill('Resort fee');
  await dialog.getByLabel('Kind').selectOption('Fee');
  expect(await dialog.getByLabel('Currency').count()).toBe(0);
  await dialog.getByLabel('Basis').selectOption('Per night');
  expect(await dialog.getByLabel('Percent').count()).toBe(0);
  await dialog.getByLabel('Amount').fill('3.20');
  await dialog.getByRole('switch', { name: 'In the prices already' }).click();
  await dialog.getByText('€3.20 per night, added to the price').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('status', { name: 'Messages' })
    .getByText(/^Resort fee is saved/)
    .waitFor();
  expect(api.sent('PUT /v1/tax-rules/{code}')[0]?.body).toMatchObject({
    name: 'Resort fee',
    kind: 'fee',
    basis: 'per_night',
    amountMinorUnits: '320',
    currency: 'EUR',
    rateBps: null,
    inclusive: false,
    refundable: false,
  });
});

it('what the API refuses is said at its field, also inside lists', async () => {
  const api = fakeApi();
  api.refuse('PUT /v1/tax-rules/{code}', {
    status: 400,
    code: 'validation_failed',
    errors: [{ pointer: '/ageBands/0/toAge', message: 'Bands must not overlap.' }],
  });
  api.on('PUT /v1/tax-rules/{code}', () => ok(TAX_RULES[1] ?? {}));
  const { page } = await site.open({ api, path: '/terms?tab=taxes' });
  await page.getByRole('button', { name: 'Change: City tax' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const band = dialog.getByRole('group', { name: 'Ages 1' });
  await band.getByText('Bands must not overlap.').waitFor();
});

it('a fee is limited to room types and plans, and a limit to nothing is refused at its field', async () => {
  const api = fakeApi({ 'PUT /v1/tax-rules/{code}': ({ body }) => ok({ ...TAX_RULES[2], ...body }) });
  const { page } = await site.open({ api, path: '/terms?tab=taxes' });
  await page.getByRole('button', { name: 'Change: Final cleaning' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change: Final cleaning' });
  await dialog.getByRole('switch', { name: 'Only for some stays' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('Choose at least one of them.').waitFor();
  expect(api.sent('PUT /v1/tax-rules/{code}')).toEqual([]);
  await dialog.getByRole('group', { name: 'Room types' }).getByLabel('Double room').check();
  await dialog.getByRole('group', { name: 'Rate plans' }).getByLabel('Flexible').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(api.sent('PUT /v1/tax-rules/{code}')[0]?.body['appliesTo']).toEqual({
    roomTypeIds: [DOUBLE.id],
    ratePlanCodes: ['FLEX'],
  });
});

it('a saved rule is tried out on a sample stay by a quote that points at its line', async () => {
  const { api } = sellingApi();
  api.on('GET /v1/tax-rules', () => ok({ taxRules: TAX_RULES, nextCursor: null }));
  api.on('PUT /v1/tax-rules/{code}', ({ body }) => ok({ ...TAX_RULES[1], ...body }));
  const { page } = await site.open({ api, path: '/terms?tab=taxes' });
  await page.getByRole('button', { name: 'Change: City tax' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const region = page.getByRole('region', { name: 'Try it out' });
  await region.getByLabel('Resource').selectOption('Room 102');
  await region.getByLabel('Arrival').fill('2027-08-10');
  expect(api.sent('POST /v1/quotes')).toEqual([]);
  await region.getByRole('button', { name: 'Show the price' }).click();
  await region.getByRole('row', { name: /^Total €400.00/ }).waitFor();
  expect(await region.locator('mark').allInnerTexts()).toEqual(['City tax']);
  expect(api.sent('POST /v1/quotes')[0]?.body).toMatchObject({
    resourceId: ids.resource(2),
    from: '2027-08-10T13:00:00Z',
    to: '2027-08-12T09:00:00Z',
    partySize: 2,
  });
});

it('a viewer reads, and is shown nothing that writes', async () => {
  const api = fakeApi();
  if (api.session !== null) api.session = { ...api.session, permissions: ['read'] };
  const { page } = await site.open({ api, path: '/terms' });
  await page.getByRole('row', { name: /^FLEX/ }).waitFor();
  expect(await page.getByRole('button', { name: /^(Add|Change|Delete)/ }).count()).toBe(0);
});

it('who may only read is shown who may change what, and is offered no price that would be refused', async () => {
  for (const path of [
    '/terms',
    '/terms?tab=taxes',
    '/channels',
    '/webhooks',
    '/rates',
    '/settings?tab=property',
    '/settings?tab=mails',
  ]) {
    const api = fakeApi();
    if (api.session !== null) api.session = { ...api.session, permissions: ['read'] };
    const { page, context } = await site.open({ api, path });
    await page.getByText('A manager can change this.').waitFor();
    expect(await page.getByRole('button', { name: 'Show the price' }).count(), path).toBe(0);
    await context.close();
  }
});
