import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { en } from '../src/texts/en.ts';
import { API } from './fake-api.ts';
import { openSite } from './open-page.ts';
import type { Site } from './open-page.ts';
import { picture } from './picture.ts';
import { STAGES, walkTo } from './walk.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => site.close());

const MINUTE_MS = 60_000;

it('goes on after a reload at every step, with one hold', async () => {
  const { page, api, faults } = await site.open();
  api.pay();
  await walkTo(page, 'results');
  for (const stage of STAGES.slice(2)) {
    await walkTo(page, stage, { from: stage });
    const title = await page.getByRole('heading', { level: 2 }).textContent();
    await page.reload();
    await page.getByRole('heading', { level: 2, name: title?.trim() ?? '' }).waitFor();
  }
  expect(api.holds.size).toBe(1);
  expect(faults).toEqual([]);
});

it('a hold whose answer was lost with the page is requested again with its key', async () => {
  const { page, api, goOffline, goOnline } = await site.open();
  await walkTo(page, 'price');
  await goOffline();
  await page.getByRole('button', { name: en.holdNow }).click();
  await page.clock.runFor(2_000);
  await page.getByText(en.refusals['connection_failed'] ?? '').waitFor();
  await goOnline();
  await page.getByRole('heading', { name: en.detailsTitle }).waitFor();
  expect(api.holds.size).toBe(1);
});

it('keeps what the guest has while the network is lost, and goes on by itself', async () => {
  const { page, api, goOffline, goOnline } = await site.open();
  await walkTo(page, 'email');
  await goOffline();
  await page.getByRole('textbox', { name: en.details.name }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: en.email }).fill('ada@example.com');
  await page.getByRole('button', { name: en.sendCode }).click();
  await page.getByRole('alert').waitFor();
  await picture(page, 'offline');
  expect(await page.getByRole('textbox', { name: en.email }).inputValue()).toBe('ada@example.com');
  await goOnline();
  await page.getByRole('heading', { name: en.codeTitle }).waitFor();
  expect(api.requests.filter(({ path }) => path.endsWith('/otp'))).toHaveLength(1);
});

describe('the end of a hold', () => {
  it('is counted down, then said, and the same stay can be requested again', async () => {
    const { page, api } = await site.open();
    await walkTo(page, 'email');
    await page.clock.fastForward(5 * MINUTE_MS);
    await page.clock.runFor(1_000);
    expect(await page.getByRole('timer').textContent()).toMatch(/^(10:0\d|9:5\d)$/);
    await page.getByText('10 minutes left to book this stay.').waitFor({ state: 'attached' });
    api.advance(15 * MINUTE_MS);
    await page.clock.fastForward(10 * MINUTE_MS);
    await page.clock.runFor(1_000);
    await page.getByRole('heading', { name: en.overTitle }).waitFor();
    await picture(page, 'over');
    await page.getByRole('button', { name: en.requestSameStay }).click();
    await walkTo(page, 'email', { from: 'email' });
    expect(api.holds.size).toBe(2);
  });

  it('that passed while the page was closed is said at the next visit', async () => {
    const { page, api } = await site.open();
    await walkTo(page, 'code');
    api.advance(15 * MINUTE_MS);
    await page.clock.fastForward(15 * MINUTE_MS);
    await page.reload();
    await page.getByRole('heading', { name: en.overTitle }).waitFor();
  });
});

it('a guest who holds one stay may choose another one', async () => {
  const { page, api } = await site.open();
  await walkTo(page, 'code');
  await page.getByRole('button', { name: en.otherStay }).click();
  await walkTo(page, 'email');
  expect(api.holds.size).toBe(2);
});

describe('two tabs', () => {
  it('show one stay: what one holds or confirms shows in the other', async () => {
    const { page: first, api, another } = await site.open();
    const second = await another();
    await walkTo(second, 'price');
    await walkTo(first, 'email');
    await second.getByRole('heading', { name: en.detailsTitle }).waitFor();
    await second.getByText(en.information.other_tab).waitFor();
    api.pay();
    await walkTo(first, 'confirmed', { from: 'code' });
    await second.getByRole('heading', { name: en.confirmedTitle }).waitFor();
    await second.bringToFront();
    await second.getByRole('button', { name: en.another }).click();
    await second.getByRole('heading', { name: en.searchTitle }).waitFor();
    expect(api.holds.size).toBe(1);
  });

  it('do not end a stay that is being paid in one of them', async () => {
    const { page: first, api, another } = await site.open();
    await walkTo(first, 'payment');
    const second = await another();
    await second.getByRole('heading', { name: en.paymentTitle }).waitFor();
    await first.bringToFront();
    await first.locator('lodging-booking button.main').click();
    await first.getByRole('link', { name: 'success' }).waitFor();
    await second.getByRole('button', { name: en.checkPayment }).waitFor();
    expect(await second.getByRole('button', { name: en.otherStay }).count()).toBe(0);
    api.pay();
    await second.clock.fastForward(16 * MINUTE_MS);
    await second.getByRole('heading', { name: en.confirmedTitle }).waitFor();
    await first.getByRole('link', { name: 'success' }).click();
    await first.getByRole('heading', { name: en.confirmedTitle }).waitFor();
  });

  it('that ask for a hold at the same moment make one', async () => {
    const { page: first, api, another, keepHoldsWaiting } = await site.open();
    const second = await another();
    for (const page of [first, second]) await walkTo(page, 'price');
    const answerHolds = keepHoldsWaiting();
    for (const page of [first, second]) {
      const button = page.locator('lodging-booking button.main');
      await button.evaluate((element) => Object(element).click());
      // Once this has its answer, a hold that the page has requested before has arrived, too.
      await page.evaluate(
        (url) => fetch(url, { headers: { authorization: 'Bearer pk_test_1' } }),
        `${API}/v1/resources/x`,
      );
    }
    answerHolds();
    for (const page of [first, second]) await page.getByRole('heading', { name: en.detailsTitle }).waitFor();
    expect(api.holds.size).toBe(1);
  });
});

it('waits for a payment that is on its way, and says so', async () => {
  const { page, api } = await site.open();
  await walkTo(page, 'payment');
  await page.locator('button.main').click();
  await page.getByRole('link', { name: 'success' }).click();
  await page.getByText(en.information.payment_pending).waitFor();
  api.pay();
  await page.clock.runFor(3_000);
  await page.getByRole('heading', { name: en.confirmedTitle }).waitFor();
});

it('a guest who turned back from the payment page still has the stay, and may pay again', async () => {
  const { page, api } = await site.open();
  await walkTo(page, 'payment');
  await page.locator('button.main').click();
  await page.getByRole('link', { name: 'cancel' }).click();
  await page.getByText(en.information.payment_cancelled).waitFor();
  api.pay();
  await walkTo(page, 'confirmed', { from: 'confirmed' });
  expect(api.holds.size).toBe(1);
});

it('a guest without storage and https can pay, and reads on return that the payment is safe', async () => {
  const { page, context, faults } = await site.open();
  await context.addInitScript(() => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    LockManager.prototype.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  });
  await page.reload();
  await walkTo(page, 'payment');
  await page.locator('lodging-booking button.main').click();
  await page.getByRole('link', { name: 'success' }).click();
  await page.getByText(en.information.payment_safe).waitFor();
  await page.getByRole('heading', { name: en.searchTitle }).waitFor();
  await picture(page, 'payment-safe');
  expect(faults).toEqual([]);
});

it('dispatches events to the page, without guest data', async () => {
  const { page, api } = await site.open();
  api.pay();
  const dispatched: unknown[] = [];
  await page.exposeFunction('recordEvent', (event: unknown) => void dispatched.push(event));
  await page.evaluate(() => {
    for (const type of ['lodging-stage', 'lodging-held', 'lodging-confirmed', 'lodging-refused']) {
      document.addEventListener(type, (event) => {
        (Object(globalThis) as { recordEvent: (event: unknown) => void }).recordEvent({
          type,
          ...Object(event).detail,
        });
      });
    }
  });
  await walkTo(page, 'payment');
  expect(dispatched).toEqual([
    { type: 'lodging-stage', stage: 'price' },
    { type: 'lodging-stage', stage: 'email' },
    expect.objectContaining({ type: 'lodging-held', totalMinorUnits: '20000', currency: 'EUR' }),
    { type: 'lodging-stage', stage: 'code' },
    { type: 'lodging-stage', stage: 'payment' },
  ]);
  expect(JSON.stringify(dispatched)).not.toContain('ada@');
});
