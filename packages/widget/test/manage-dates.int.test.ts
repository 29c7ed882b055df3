import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { changeQuote } from './fake-changes.ts';
import { button, text, useManagePage } from './open-manage-page.ts';
import type { Reply, Visit } from './open-manage-page.ts';
import { enterDates, visitToChange } from './visit-to-change.ts';

useManagePage();

const offered = (page: Page) => page.getByRole('heading', { name: 'Your new stay' }).waitFor();
const QUOTES = 'POST /v1/manage/change-quotes';
const CHANGES = 'POST /v1/manage/changes';
const refusal = (code: string): Reply => [409, { code, title: code, status: 409 }];
const focused = (page: Page) => page.evaluate('document.activeElement.shadowRoot.activeElement.id');

/** The page of a guest whose booking has these ends. */
async function visitBooked(startsAt: string, endsAt: string): ReturnType<typeof visitToChange> {
  const opened = await visitToChange();
  book(opened, startsAt, endsAt);
  await opened.page.reload();
  await opened.page.getByText('A7P7K3Q9').waitFor();
  return opened;
}

function book({ managed }: Pick<Visit, 'managed'>, startsAt: string, endsAt: string): void {
  Object.assign(managed.booking, { startsAt, endsAt });
}

describe('the dates that a guest enters', () => {
  it('may lie before the booked ones', async () => {
    const { page, quoted } = await visitBooked('2027-06-25T13:00:00.000Z', '2027-06-28T08:00:00.000Z');
    await enterDates(page, '2027-06-10', '2027-06-13');
    await offered(page);
    expect(quoted).toEqual([{ from: '2027-06-10T13:00:00.000Z', to: '2027-06-13T08:00:00.000Z' }]);
  });

  it('may leave an arrival as it is that is past', async () => {
    const { page, quoted } = await visitBooked('2027-05-31T13:00:00.000Z', '2027-06-03T08:00:00.000Z');
    await enterDates(page, '2027-05-31', '2027-06-04');
    await offered(page);
    expect(quoted).toEqual([{ to: '2027-06-04T08:00:00.000Z' }]);
  });

  it.for([
    { from: '2027-06-12', to: '2027-06-12', words: 'The departure must be after the arrival.', field: 'to' },
    { from: '2027-05-30', to: '2027-06-12', words: 'Arrival cannot be in the past.', field: 'from' },
    { from: '', to: '2027-06-12', words: 'Please choose arrival and departure.', field: 'from' },
    { from: '2027-06-10', to: '', words: 'Please choose arrival and departure.', field: 'to' },
  ])('are refused in words of the page: $from to $to', async ({ from, to, words, field }) => {
    const { page, quoted } = await visitToChange();
    await enterDates(page, from, to);
    await page.getByText(words).waitFor();
    expect(await focused(page)).toBe(field);
    const input = page.locator(`lodging-manage #${field}`);
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect(quoted).toEqual([]);
    await input.fill('2027-06-11');
    expect(await page.getByText(words).count()).toBe(0);
  });
});

it('dates that are the booked ones are no change', async () => {
  const { page, quoted } = await visitToChange();
  await button(page, 'Change dates').click();
  await button(page, 'Check the price').click();
  await page.getByText('These are your dates already.').waitFor();
  expect(quoted).toEqual([]);
});

describe('dates that are edited', () => {
  it('have no price: what is shown for others goes, with its button', async () => {
    const { page, quoted } = await visitToChange();
    await enterDates(page, '2027-06-10', '2027-06-13');
    await offered(page);
    await page.getByLabel('Departure').fill('2027-06-14');
    await page.getByRole('heading', { name: 'Your new stay' }).waitFor({ state: 'detached' });
    expect(await button(page, 'Change the dates').count()).toBe(0);
    expect(await page.getByLabel('Departure').inputValue()).toBe('2027-06-14');
    await button(page, 'Check the price').click();
    await offered(page);
    expect(quoted.at(-1)).toEqual({ to: '2027-06-14T08:00:00.000Z' });
  });

  it.for([
    { answer: 'a price', to: '2027-06-13', words: 'Your new stay' },
    { answer: 'a refusal', to: '2027-06-21', words: 'These dates are not available.' },
  ])('while $answer is on its way keep what the guest enters', async ({ to, words }) => {
    const { page } = await visitToChange();
    const { promise: isRequested, resolve: requested } = Promise.withResolvers<void>();
    const { promise: isEdited, resolve: edited } = Promise.withResolvers<void>();
    await page.route('**/v1/manage/change-quotes', async (route) => {
      requested();
      await isEdited;
      await route.fallback();
    });
    await enterDates(page, '2027-06-10', to);
    await isRequested;
    await page.getByLabel('Departure').fill('2027-06-15');
    edited();
    await page.locator('lodging-manage [aria-busy=false]').waitFor();
    expect(await page.getByLabel('Departure').inputValue()).toBe('2027-06-15');
    expect(await page.getByText(words).count()).toBe(0);
  });

  it('keep each letter that is typed', async () => {
    const { page } = await visitToChange();
    await button(page, 'Change dates').click();
    await page.getByLabel('Departure').focus();
    await page.keyboard.press('Delete');
    await page.keyboard.type('06142027');
    expect(await page.getByLabel('Departure').inputValue()).toBe('2027-06-14');
  });
});

describe('a stay that the property has changed since the page was opened', () => {
  const BOOKED = ['2027-06-10T13:00:00.000Z', '2027-06-13T08:00:00.000Z'] as const;
  const SHORTER = ['2027-06-10T13:00:00.000Z', '2027-06-12T08:00:00.000Z'] as const;

  it('is read again, and the dates are priced that the guest has entered', async () => {
    const opened = await visitBooked(...BOOKED);
    const { page, quoted } = opened;
    book(opened, ...SHORTER);
    await enterDates(page, '2027-06-09', '2027-06-13');
    await offered(page);
    expect(await text(page)).toMatch(/Sun, June 13, 2027 \(4 nights\)\s+Price so far\s+€251\.00/);
    const from = '2027-06-09T13:00:00.000Z';
    expect(quoted).toEqual([{ from }, { from, to: '2027-06-13T08:00:00.000Z' }]);
  });

  it('is offered with the dates that its price is for', async () => {
    const { page, replies, managed } = await visitBooked(...BOOKED);
    const ends = { from: '2027-06-09T13:00:00.000Z', to: '2027-06-12T08:00:00.000Z' };
    replies[QUOTES] = () => [200, changeQuote(managed, { ...ends, due: '0' })];
    await enterDates(page, '2027-06-09', '2027-06-13');
    await offered(page);
    expect(await text(page)).toContain('Sat, June 12, 2027 (3 nights)');
    expect(await page.getByLabel('Departure').inputValue()).toBe('2027-06-12');
  });

  it('is read again where the change comes too late', async () => {
    const opened = await visitBooked(...BOOKED);
    const { page, replies, quoted } = opened;
    await enterDates(page, '2027-06-09', '2027-06-13');
    await offered(page);
    replies[CHANGES] = () => refusal('change_outdated');
    book(opened, ...SHORTER);
    await button(page, 'Change the dates').click();
    await page.getByText('Your booking has changed meanwhile.').waitFor();
    await page.locator('lodging-manage [aria-busy=false]').waitFor();
    expect(await page.getByLabel('Departure').inputValue()).toBe('2027-06-13');
    quoted.length = 0;
    await button(page, 'Check the price').click();
    await offered(page);
    expect(quoted).toEqual([{ from: '2027-06-09T13:00:00.000Z', to: '2027-06-13T08:00:00.000Z' }]);
  });

  it('may have the dates that the guest enters', async () => {
    const opened = await visitBooked(...BOOKED);
    const { page, replies } = opened;
    book(opened, ...SHORTER);
    replies[QUOTES] = () => refusal('no_change');
    await enterDates(page, '2027-06-10', '2027-06-12');
    await page.getByText('These are your dates already.').waitFor();
    await button(page, 'Keep my dates').click();
    expect(await text(page)).toContain('Sat, June 12, 2027');
  });
});
