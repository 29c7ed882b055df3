import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeApi, ok, problem } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { summaryOf } from './report-records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const JUNE = '/reports?from=2027-06-01&to=2027-06-30';

it('the figures have a column for each currency, with the numbers of the API and no sum', async () => {
  const api = fakeApi({
    'GET /v1/metrics/summary': () => ok(summaryOf('EUR', 'USD')),
  });
  const { page, faults } = await site.open({ api, path: '/reports' });
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  await page.getByLabel('From').fill('2027-06-01');
  await page.getByLabel('To', { exact: true }).fill('2027-06-15');
  const figures = page.getByRole('table', { name: 'Figures' });
  await figures.getByRole('row', { name: 'Revenue €12,000.00 $12,000.00' }).waitFor();
  expect(await figures.getByRole('columnheader').allInnerTexts()).toEqual(['Figure', 'EUR', 'USD']);
  await figures.getByRole('row', { name: 'Occupancy 66.7% 66.7%' }).waitFor();
  expect(page.url()).toContain('from=2027-06-01&to=2027-06-15');
  expect(api.sent('GET /v1/metrics/summary').at(-1)?.query.toString()).toBe('from=2027-06-01&to=2027-06-16');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV', exact: true }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.split('\r\n')).toContain('Revenue,12000.00,12000.00');
  expect(text.split('\r\n')).toContain('Occupancy,66.67,66.67');
  expect(faults).toEqual([]);
});

it('are compared with the period before, at an address that a colleague can open', async () => {
  const { page, api } = await site.open({ path: JUNE });
  await page.getByLabel('Compare with').selectOption('The period before');
  await page.getByText('Compared with Sun 2 May 2027 – Mon 31 May 2027').waitFor();
  await page.getByRole('row', { name: /^Revenue €12,000.00 before €12,000.00/ }).waitFor();
  const requested = api.sent('GET /v1/metrics/summary').map(({ query }) => query.get('from'));
  expect(requested).toContain('2027-05-02');
  expect(page.url()).toContain('compare=before');
});

it('days have a row each, by room type where that is chosen; the picture is for the eye alone', async () => {
  const { page, api } = await site.open({ path: JUNE });
  const days = page.getByRole('table', { name: 'By day' });
  await days.getByRole('row', { name: /^Tue 1 Jun 2027 0 of 8/ }).waitFor();
  expect(await days.getByRole('row').count()).toBe(31);
  await page.getByRole('figure').nth(1).locator('canvas').waitFor();
  expect(await page.getByRole('figure').first().locator('[aria-hidden=true] canvas').count()).toBe(1);
  await page.getByLabel('Series').selectOption('By room type');
  await page.getByLabel('Shown').selectOption('Double room');
  expect(api.sent('GET /v1/metrics/daily').at(-1)?.query.get('by')).toBe('roomType');
  await page.getByRole('button', { name: 'Download CSV: By day' }).waitFor();
});

it('on paper a year has its period, all of its days, and no fields', async () => {
  const { page } = await site.open({ path: '/reports?from=2027-01-01&to=2027-12-31' });
  const rows = page.getByRole('table', { name: 'By day' }).getByRole('row');
  await rows.nth(62).waitFor();
  expect(await rows.count()).toBe(63);
  await page.emulateMedia({ media: 'print' });
  await rows.nth(365).waitFor();
  expect(await rows.count()).toBe(366);
  await page.getByText('Fri 1 Jan 2027 – Fri 31 Dec 2027').waitFor();
  expect(await page.getByLabel('From').isVisible()).toBe(false);
});

it('pickup is counted from the midnight of the property', async () => {
  const { page, api } = await site.open({ path: JUNE });
  const pickup = page.getByRole('table', { name: 'Pickup' });
  await pickup.getByRole('row', { name: 'Tue 1 Jun 2027 3 2 +2 −1 €300.00 €220.00' }).waitFor();
  await page.getByText('60 nights added, 30 lost, revenue +€2,400.00').waitFor();
  await page.getByRole('button', { name: '7 days ago' }).click();
  await expect
    .poll(() => api.sent('GET /v1/metrics/pickup').at(-1)?.query.get('since'))
    .toBe('2027-06-02T22:00:00.000Z');
});

it('a period that ends before it begins asks nothing; one that is too long is refused in words', async () => {
  const { page, api } = await site.open({ path: JUNE });
  await page.getByRole('table', { name: 'Figures' }).waitFor();
  const before = api.sent('GET /v1/metrics/summary').length;
  await page.getByLabel('To', { exact: true }).fill('2027-05-01');
  await page.getByText('The last day is before the first.').waitFor();
  expect(api.sent('GET /v1/metrics/summary')).toHaveLength(before);
  const tooLong = () => problem({ status: 400, code: 'range_too_large' });
  api.on('GET /v1/metrics/summary', tooLong);
  await page.getByLabel('To', { exact: true }).fill('2028-12-31');
  await page.getByRole('alert').getByText('The period is too long. Choose a shorter one.').waitFor();
});
