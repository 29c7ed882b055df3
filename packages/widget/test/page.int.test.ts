import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { de } from '../src/texts/de.ts';
import { en } from '../src/texts/en.ts';
import { es } from '../src/texts/es.ts';
import { fr } from '../src/texts/fr.ts';
import { openSite } from './open-page.ts';
import type { Site } from './open-page.ts';
import { picture } from './picture.ts';
import { walkTo } from './walk.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => site.close());

const PROVIDER = {
  payment_intent: 'pi_1',
  payment_intent_client_secret: 'pi_1_secret_2',
  redirect_status: 'succeeded',
};

describe('the address of the page', () => {
  it('keeps no mark of the payment, and of the provider none, after a card with a further step', async () => {
    const { page, api, context } = await site.open({ query: { room: 'sea view' } });
    api.pay();
    await walkTo(page, 'payment');
    await page.locator('lodging-booking button.main').click();
    const back = new URL((await page.getByRole('link', { name: 'success' }).getAttribute('href')) ?? '');
    for (const [name, value] of Object.entries(PROVIDER)) back.searchParams.set(name, value);
    await page.goto(back.href);
    await page.getByRole('heading', { name: en.confirmedTitle }).waitFor();
    expect([...new URL(page.url()).searchParams.keys()]).toEqual(['api', 'publishable-key', 'room']);
    await context.close();
  });

  it('keeps the marks of a payment that is not of the component', async () => {
    const { page, context } = await site.open({ query: PROVIDER });
    await page.getByRole('heading', { name: en.searchTitle }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject(PROVIDER);
    await context.close();
  });
});

// Today is 3 May 2027.
it.for([
  ['en', en],
  ['de', de],
  ['fr', fr],
  ['es', es],
] as const)('in %s dates that cannot be booked say why, without a request', async ([lang, texts]) => {
  const { page, api, context } = await site.open({ query: { lang } });
  for (const [arrival, departure, words] of [
    ['2027-05-02', '2027-05-05', texts.arrivalPast],
    ['2029-05-01', '2029-05-04', texts.tooFarAhead],
    ['2027-05-05', '2027-05-05', texts.departureFirst],
  ] as const) {
    await page.getByLabel(texts.arrival, { exact: true }).fill(arrival);
    await page.getByLabel(texts.departure, { exact: true }).fill(departure);
    await page.locator('lodging-booking button[type=submit]').click();
    await page.getByText(words).waitFor();
  }
  expect(api.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  await context.close();
});

it('names come in the language of the component, from the first request on', async () => {
  const { page, api, context } = await site.open({ query: { lang: 'de' } });
  await page.getByLabel(de.arrival, { exact: true }).fill('2027-05-03');
  await page.getByLabel(de.departure, { exact: true }).fill('2027-05-04');
  await page.locator('lodging-booking button[type=submit]').click();
  await page.getByRole('heading', { name: de.results }).waitFor();
  const languages = api.requests.map(({ language }) => language?.split(/[-,]/, 1)[0]);
  expect([...new Set(languages)]).toEqual(['de']);
  await context.close();
});

it('today, and two years ahead, can be searched', async () => {
  const { page, api, context } = await site.open();
  for (const [arrival, departure] of [
    ['2027-05-03', '2027-05-04'],
    ['2029-05-01', '2029-05-03'],
  ] as const) {
    await page.getByLabel(en.arrival, { exact: true }).fill(arrival);
    await page.getByLabel(en.departure, { exact: true }).fill(departure);
    await page.locator('lodging-booking button[type=submit]').click();
    await page.getByRole('heading', { name: en.results }).waitFor();
    expect(api.requests.at(-1)?.body).toMatchObject({ dates: { arrival, departure } });
  }
  await context.close();
});

describe.for([
  ['375', { width: 375, height: 740 }],
  ['1280', { width: 1280, height: 900 }],
] as const)('at %s px', ([name, viewport]) => {
  it('each step says which of five it is, also to a screen reader at its heading', async () => {
    const { page, api, context } = await site.open({ viewport });
    api.pay();
    const seen: string[] = [];
    await walkTo(page, 'confirmed', {
      at: async (stage) => {
        await picture(page, `step-${name}-${stage}`);
        const heading = page.locator('lodging-booking h2');
        const id = await heading.getAttribute('aria-describedby');
        seen.push(`${stage}: ${await page.locator(`lodging-booking #${id}`).innerText()}`);
      },
    });
    expect(seen).toEqual([
      'search: Step 1 of 5',
      'results: Step 1 of 5',
      'price: Step 2 of 5',
      'email: Step 3 of 5',
      'code: Step 3 of 5',
      'payment: Step 4 of 5',
      'confirmed: Step 5 of 5',
    ]);
    await context.close();
  });
});
