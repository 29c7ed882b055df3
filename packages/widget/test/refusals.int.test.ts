import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { en } from '../src/texts/en.ts';
import { alternative, PAY } from './fake-api.ts';
import { openSite } from './open-page.ts';
import type { Site } from './open-page.ts';
import { picture } from './picture.ts';
import { walkTo } from './walk.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => site.close());

const word = (code: string): string => en.refusals[code] ?? 'there are no words';

it('a stay that is not available says why, and its alternatives can be booked as they stand', async () => {
  const { page, api } = await site.open();
  await walkTo(page, 'results');
  const reasons = ['reserved', 'min_stay'];
  const shift = {
    ...alternative,
    kind: 'shift',
    shiftDays: -2,
    from: '2027-06-08T13:00:00.000Z',
    to: '2027-06-10T09:00:00.000Z',
  };
  const refusal = { status: 409, code: 'unavailable', reasons, alternatives: [alternative, shift] };
  api.refuse('/quotes', refusal);
  await page.locator('.offers button').click();
  for (const text of [word('unavailable'), en.reasons.reserved, en.reasons.min_stay, '2 days earlier']) {
    await page.getByText(text).first().waitFor();
  }
  await picture(page, 'alternatives');
  await page
    .getByRole('button', { name: /^Choose Another place, same dates, Garden apartment, Flexible, €200.00/ })
    .click();
  await page.getByRole('heading', { name: en.priceTitle }).waitFor();
  const { resourceId, ratePlanId, from, to } = alternative;
  expect(api.requests.at(-1)?.body).toMatchObject({ resourceId, ratePlanId, from, to, partySize: 2 });
});

it('a search that finds nothing says why for each place, with alternatives', async () => {
  const { page, api } = await site.open();
  const nothing = { asOf: '2027-05-03T09:00:00.000Z', evaluated: 1, results: [], nextCursor: null };
  const refused = {
    resource: {
      id: alternative.resourceId,
      name: 'Garden apartment',
      timezone: 'Europe/Berlin',
      capacity: 4,
      photoUrls: [],
      features: [],
      roomType: null,
    },
    from: alternative.from,
    to: alternative.to,
    nights: 2,
    bookable: false,
    reasons: ['closed_to_arrival'],
    offers: [],
    problems: ['no_pricing_rule'],
    alternatives: [alternative],
  };
  api.refuse('/search', { ...nothing, status: 200, code: '' });
  api.refuse('/search', { ...nothing, results: [refused], status: 200, code: '' });
  await walkTo(page, 'results');
  for (const text of [en.nothingFound, en.reasons.closed_to_arrival, en.missingPrice, en.alternatives]) {
    await page.getByText(text).waitFor();
  }
});

describe('a refusal is explained where it happens', () => {
  it.for([
    ['hold_conflict', 'price', '/holds', en.retry],
    ['quote_expired', 'price', '/holds', en.retry],
    ['resource_locked', 'price', '/quotes', null],
  ] as const)('%s', async ([code, from, path, retry]) => {
    const { page, api } = await site.open();
    await walkTo(page, 'results');
    if (path === '/quotes') {
      // The client repeats it once by itself.
      for (const _ of [1, 2]) api.refuse(path, { status: 409, code });
      await page.locator('.offers button').click();
      await page.clock.runFor(2_000);
      await page.getByText(word(code)).waitFor();
      return;
    }
    await walkTo(page, from, { from });
    api.refuse(path, { status: 409, code });
    await page.getByRole('button', { name: en.holdNow }).click();
    await page.getByText(word(code)).waitFor();
    await page.getByRole('button', { name: retry ?? '' }).click();
    await page.getByRole('button', { name: en.holdNow }).waitFor();
  });

  it.for([
    ['bad_code', 400],
    ['expired', 400],
    ['exhausted_attempts', 423],
  ] as const)('%s of the e-mail code, and a new one can be had', async ([code, status]) => {
    const { page, api } = await site.open();
    await walkTo(page, 'code');
    api.refuse('/verify', { status, code });
    await page.getByRole('textbox', { name: en.code }).fill('111111');
    await page.getByRole('button', { name: en.verify }).click();
    await page.getByText(word(code)).waitFor();
    await page.getByRole('button', { name: en.newCode }).click();
    await page.getByText(en.information.code_sent).waitFor();
    await walkTo(page, 'payment', { from: 'payment' });
  });

  it('rate_limited, with the time to wait', async () => {
    const { page, api } = await site.open();
    await walkTo(page, 'code');
    api.refuse('/otp', { status: 429, code: 'rate_limited' }, { 'retry-after': '600' });
    await page.getByRole('button', { name: en.newCode }).click();
    await page.getByText(en.retryIn(600)).waitFor();
  });

  it.for(['provider_not_configured', 'invalid_redirect_url', 'payment_already_initiated'])(
    '%s of the payment',
    async (code) => {
      const { page, api } = await site.open();
      await walkTo(page, 'payment');
      api.refuse('/checkout-session', { status: 409, code });
      await page.locator('button.main').click();
      await page.getByText(word(code)).waitFor();
    },
  );

  it.for([
    ['pk_test_1', 'javascript:document.title="taken over"'],
    ['pk_test_1', 'data:text/html,<title>taken over</title>'],
    ['pk_test_1', 'http://pay.example/'],
    ['pk_test_1', '//pay.example/'],
    ['pk_test_1', 'http://localhost.evil.example/'],
    ['pk_live_1', 'http://localhost:12111/pay'],
  ] as const)('a payment page that must not be opened, with %s: %s', async ([key, url]) => {
    const { page, api } = await site.open({ query: { 'publishable-key': key } });
    await walkTo(page, 'payment');
    const [hotel, title] = [page.url(), await page.title()];
    api.refuse('/checkout-session', { status: 201, code: '', url });
    await page.locator('button.main').click();
    await page.getByText(word('unsafe_payment_address')).waitFor();
    // The page is left in a task of its own.
    await page.clock.runFor(1_000);
    expect([page.url(), await page.title()]).toEqual([hotel, title]);
    await page.locator('button.main').click();
    await page.waitForURL(`${PAY}/**`);
  });

  it('one that the component does not know, with the number to ask the property about', async () => {
    const { page, api } = await site.open();
    api.refuse('/search', { status: 418, code: 'something_new' }, { 'x-request-id': 'a1b2c3' });
    await page.getByLabel(en.arrival, { exact: true }).fill('2027-06-10');
    await page.getByLabel(en.departure, { exact: true }).fill('2027-06-12');
    await page.getByRole('button', { name: en.search }).click();
    await page.getByText('something_new').waitFor();
    await page.getByText('a1b2c3').waitFor();
  });
});

it.for(['http://localhost:12111/pay', 'http://127.0.0.1:12111/pay', 'http://[::1]:12111/pay'])(
  'with a test key a payment page of this machine is opened: %s',
  async (url) => {
    const { page, api } = await site.open();
    await walkTo(page, 'payment');
    api.refuse('/checkout-session', { status: 201, code: '', url });
    const left = page.waitForRequest(url);
    await page.locator('button.main').click();
    await page.clock.runFor(1_000);
    expect((await left).isNavigationRequest()).toBe(true);
  },
);

it('a stay that another guest was quicker to book has alternatives', async () => {
  const { page, api } = await site.open();
  await walkTo(page, 'price');
  api.refuse('/holds', { status: 409, code: 'hold_conflict' });
  api.refuse('/quotes', {
    status: 409,
    code: 'unavailable',
    reasons: ['reserved'],
    alternatives: [alternative],
  });
  await page.getByRole('button', { name: en.holdNow }).click();
  await page.getByText(word('hold_conflict')).waitFor();
  await page.getByRole('button', { name: /^Choose Another place, same dates, Garden apartment/ }).click();
  await page.getByRole('region', { name: en.yourStay, exact: true }).getByText('Garden apartment').waitFor();
});

it('guests for whom no place is large enough read that, and how many it may be', async () => {
  const { page, api } = await site.open();
  const nothing = { asOf: '2027-05-03T09:00:00.000Z', evaluated: 1, results: [], nextCursor: null };
  const small = {
    resource: {
      id: alternative.resourceId,
      name: 'Garden apartment',
      timezone: 'Europe/Berlin',
      capacity: 4,
      photoUrls: [],
      features: [],
      roomType: null,
    },
    from: alternative.from,
    to: alternative.to,
    nights: 2,
    bookable: false,
    reasons: ['occupancy_exceeded'],
    offers: [],
    problems: [],
    alternatives: [],
  };
  api.refuse('/search', { ...nothing, status: 200, code: '' });
  api.refuse('/search', { ...nothing, results: [small], status: 200, code: '' });
  await page.getByLabel(en.adults, { exact: true }).selectOption('9');
  await walkTo(page, 'results');
  await page.getByText(en.tooMany(9, 4)).waitFor();
});
