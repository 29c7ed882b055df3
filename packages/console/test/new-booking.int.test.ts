import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole } from './open-console.ts';
import type { Options, Site, Visit } from './open-console.ts';
import { sellingApi } from './fake-selling.ts';
import type { Selling } from './fake-selling.ts';
import { booking, ids, PERMISSIONS, RESOURCES } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

async function begin(
  selling: Selling,
  path = '/new-booking',
  options: Pick<Options, 'viewport'> = {},
): Promise<Visit> {
  const visit = await site.open({ ...options, api: selling.api, path });
  await visit.page.getByRole('heading', { level: 1, name: 'New booking' }).waitFor();
  return visit;
}

async function search(page: Page, arrival = '2027-06-10', departure = '2027-06-12'): Promise<void> {
  await page.getByLabel('Arrival', { exact: true }).fill(arrival);
  await page.getByLabel('Departure', { exact: true }).fill(departure);
  await page.getByLabel('Adults').fill('2');
}

async function choose(page: Page, room = 'Room 101'): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Choose Flexible, ${room}`) }).click();
  await page
    .getByRole('region', { name: 'Price' })
    .getByRole('row', { name: /^Total/ })
    .waitFor();
}

async function fillGuest(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
}

const book = (page: Page) => page.getByRole('button', { name: 'Book', exact: true });
const booked = (page: Page) => page.getByRole('heading', { level: 1, name: 'Ada Lovelace' });

describe('a booking at the desk', () => {
  it('has the price of its quote, is confirmed, and its page opens', async () => {
    const selling = sellingApi();
    const { page, api, faults, context } = await site.open({ api: selling.api });
    await page.getByRole('link', { name: 'New booking' }).click();
    await search(page);
    await choose(page);
    await page
      .getByRole('region', { name: 'Price' })
      .getByRole('row', { name: /Total €400.00/ })
      .waitFor();
    await fillGuest(page);
    await page.getByRole('radio', { name: 'Paid at the desk' }).check();
    await book(page).click();
    await booked(page).waitFor();
    await page.locator('[data-state=confirmed]').waitFor();
    expect(api.sent('POST /v1/bookings').map(({ body }) => body)).toEqual([
      {
        resourceId: ids.resource(1),
        ratePlanId: RESOURCES[0]?.ratePlans[0]?.id,
        from: '2027-06-10T13:00:00.000Z',
        to: '2027-06-12T09:00:00.000Z',
        partySize: 2,
        occupancyChildren: 0,
        quantity: 1,
        guestEmail: 'ada@example.com',
        guestName: 'Ada Lovelace',
        paidOffline: true,
        expectedTotalMinorUnits: '40000',
      },
    ]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('that is paid at the property is confirmed at once; a guest without an address is one', async () => {
    const selling = sellingApi();
    const { page, api, context } = await begin(selling);
    await search(page);
    await choose(page);
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await page.getByRole('radio', { name: 'Pays at the property' }).check();
    await book(page).click();
    await page.getByText('Fill this in.').waitFor();
    expect(api.sent('POST /v1/bookings')).toEqual([]);
    await page.getByRole('checkbox', { name: 'No e-mail' }).check();
    await book(page).click();
    await booked(page).waitFor();
    expect(api.sent('POST /v1/bookings')).toMatchObject([
      { body: { payAtProperty: true, guestEmail: null } },
    ]);
    await context.close();
  });

  it('is payable on the day of arrival where the guest pays there, and by its schedule otherwise', async () => {
    const path = '/new-booking?arrival=2027-06-12&departure=2027-06-14';
    const { page, context } = await begin(sellingApi(), path);
    await choose(page);
    const payable = page.locator('dt:text-is("Payable") + dd');
    await payable.getByText('Sat 12 Jun').waitFor();
    await page.getByRole('radio', { name: 'Paid at the desk' }).check();
    await payable.getByText('Mon 3 May').waitFor();
    expect(await payable.getByRole('listitem').count()).toBe(1);
    await context.close();
  });

  it('sends the ages of the children, and the address shows the same stay after a reload', async () => {
    const selling = sellingApi();
    const { page, api, context } = await begin(selling);
    await search(page);
    await page.getByLabel('Children', { exact: true }).fill('1');
    await page.getByLabel('Age of child 1').fill('7');
    await choose(page);
    expect(api.sent('POST /v1/search').at(-1)?.body).toMatchObject({
      adults: 2,
      children: 1,
      childAges: [7],
    });
    expect(api.sent('POST /v1/quotes').at(-1)?.body).toMatchObject({
      partySize: 3,
      occupancyChildren: 1,
      childAges: [7],
    });
    await page.reload();
    expect(await page.getByLabel('Age of child 1').inputValue()).toBe('7');
    expect(await page.getByLabel('Departure', { exact: true }).inputValue()).toBe('2027-06-12');
    await context.close();
  });

  it('takes an exemption from a tax with its reason', async () => {
    const { page, api, context } = await begin(sellingApi());
    await search(page);
    await choose(page);
    await fillGuest(page);
    await page.getByRole('checkbox', { name: 'Without City tax' }).check();
    await page.getByLabel('Reason for no City tax').fill('Business trip');
    await book(page).click();
    await booked(page).waitFor();
    expect(api.sent('POST /v1/bookings')).toMatchObject([
      { body: { taxExemptions: [{ code: 'CITY', reason: 'Business trip' }] } },
    ]);
    await context.close();
  });

  it('is one key away', async () => {
    const { page, context } = await site.open({ api: sellingApi().api });
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: 'New booking' }).waitFor();
    await context.close();
  });

  it('leads to the stays of a known guest, and takes the details', async () => {
    const { page, context } = await begin(sellingApi());
    await page.getByLabel('Name', { exact: true }).fill('gra');
    const stays = page.getByRole('link', { name: '3 stays of grace hopper' });
    expect(await stays.getAttribute('href')).toContain('/guests/0197a204-5555-7000-8000-000000000001');
    // In another tab, so that nothing typed is lost.
    expect(await stays.getAttribute('target')).toBe('_blank');
    await page.getByRole('button', { name: 'Use these details: grace hopper' }).click();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('grace@example.com');
    expect(await page.getByLabel('Phone').inputValue()).toBe('+1 555 0100');
    await context.close();
  });
});

it('the guest of a booking is there for the next one', async () => {
  const selling = sellingApi();
  selling.api.bookings.set(ids.booking(1), booking({}));
  const visit = await site.open({ api: selling.api, path: `/bookings/${ids.booking(1)}` });
  const { page, context } = visit;
  await page.getByRole('link', { name: 'New booking for the same guest' }).click();
  await page.getByRole('heading', { level: 1, name: 'New booking' }).waitFor();
  await page.getByLabel('E-mail address').waitFor();
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('ada@example.com');
  expect(await page.getByLabel('Phone').inputValue()).toBe('+49 30 1234567');
  expect(page.url()).not.toContain('ada');
  await context.close();
});

it('a link of the calendar fills in the resource and the dates', async () => {
  const path = `/new-booking?resource=${ids.resource(1)}&arrival=2027-06-10&departure=2027-06-13`;
  const { page, api, context } = await begin(sellingApi(), path);
  await page.getByRole('list', { name: 'Offers' }).getByRole('listitem').getByText('Room 101').waitFor();
  expect(await page.getByLabel('Resource').inputValue()).toBe(ids.resource(1));
  expect(api.sent('POST /v1/search').at(-1)?.body).toMatchObject({
    dates: { arrival: '2027-06-10', departure: '2027-06-13' },
    resourceIds: [ids.resource(1)],
    plans: 'all',
    bookableOnly: false,
    alternatives: 3,
    currency: 'EUR',
  });
  await context.close();
});

describe('the offers', () => {
  it('of a large property are shown fifty first, and all of them can be chosen', async () => {
    const selling = sellingApi();
    const [room] = RESOURCES;
    selling.resources = Array.from({ length: 60 }, (_, n) => ({
      ...(room as NonNullable<typeof room>),
      id: ids.resource(n + 1),
      name: `Room ${n + 1}`,
    }));
    const path = '/new-booking?arrival=2027-06-10&departure=2027-06-12';
    const { page, api, context } = await begin(selling, path);
    const offers = page.getByRole('list', { name: 'Offers' }).locator('> li');
    await page.getByText('50 shown, more exist').waitFor();
    expect(await offers.count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('60 shown', { exact: true }).waitFor();
    expect(await offers.count()).toBe(60);
    await choose(page, 'Room 60');
    expect(api.sent('POST /v1/quotes').at(-1)?.body).toMatchObject({ resourceId: ids.resource(60) });
    // The choice stays: it is looked for on the pages of the longer stay.
    await page.getByLabel('Departure', { exact: true }).fill('2027-06-13');
    const price = page.getByRole('region', { name: 'Price' });
    await price.getByRole('row', { name: /Total €600.00/ }).waitFor();
    await context.close();
  });

  it('say how many units are left where a resource has several', async () => {
    const { page, context } = await begin(sellingApi());
    await search(page);
    const of = (n: number) => page.locator(`li[data-resource="${ids.resource(n)}"]`);
    await of(4).getByText('5 left').waitFor();
    expect(await of(1).getByText(/left/).count()).toBe(0);
    await context.close();
  });

  it('that no filter leaves are there again without the filters', async () => {
    const { page, context } = await begin(sellingApi(), `/new-booking?resource=${ids.resource(99)}`);
    await search(page);
    await page.getByText('Nothing here fits these filters.').waitFor();
    await page.getByRole('button', { name: 'Search without filters' }).click();
    await page.getByRole('button', { name: 'Choose Flexible, Room 101' }).waitFor();
    await context.close();
  });
});

describe('what cannot be sold', () => {
  it('says its minimum stay, and offers a longer one with its price', async () => {
    const selling = sellingApi();
    selling.minStay.set(1, 3);
    const viewport = { width: 1280, height: 300 };
    const { page, context } = await begin(selling, '/new-booking', { viewport });
    await search(page);
    const offers = page.getByRole('list', { name: 'Offers' });
    const room = offers.locator(`> li[data-resource="${ids.resource(1)}"]`);
    await room.waitFor();
    // What the row says does not wait until it is in view.
    expect((await room.boundingBox())?.y).toBeGreaterThan(300);
    await room.getByText('Minimum stay 3 nights on arrival Thu 10 Jun').waitFor();
    await room.getByRole('button', { name: /Thu 10 Jun – Sun 13 Jun, 3 nights, Flexible, €600.00/ }).click();
    expect(await page.getByLabel('Departure', { exact: true }).inputValue()).toBe('2027-06-13');
    await page
      .getByRole('region', { name: 'Price' })
      .getByRole('row', { name: /Total €600.00/ })
      .waitFor();
    await context.close();
  });

  it('because of a block names the block', async () => {
    const selling = sellingApi();
    selling.blocked.add(2);
    const { page, context } = await begin(selling);
    await search(page);
    await page.getByText('Blocked: out of order (Broken shower)').waitFor();
    await context.close();
  });
});

describe('when the API refuses', () => {
  it('a try after a lost answer has the same key, and books once', async () => {
    const selling = sellingApi();
    const { page, api, before, context } = await begin(selling);
    await search(page);
    await choose(page);
    await fillGuest(page);
    before(/^POST .*\/v1\/bookings$/, () => 'drop');
    await book(page).click();
    const alert = page.getByRole('alert');
    await alert.getByText(/not known whether the stay is booked/).waitFor();
    expect(await book(page).isDisabled()).toBe(true);
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await booked(page).waitFor();
    const keys = api.sent('POST /v1/bookings').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(api.bookings.size).toBe(1);
    await context.close();
  });

  it('the last unit was sold meanwhile: nothing typed is lost, and the offers are new', async () => {
    const selling = sellingApi();
    const { page, api, context } = await begin(selling);
    await search(page);
    await choose(page);
    await fillGuest(page);
    selling.sold.add(1);
    await book(page).click();
    await page
      .getByRole('alert')
      .getByText(/just been taken/)
      .waitFor();
    await page.getByRole('listitem').getByText('Sold on these nights').waitFor();
    await page.getByText('not offered any more').waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('ada@example.com');
    expect(api.bookings.size).toBe(0);
    await choose(page, 'Room 102');
    await book(page).click();
    await booked(page).waitFor();
    await context.close();
  });

  it.each(['unavailable', 'booking_conflict'])(
    '%s: the reasons are there in words, and the stays near it as buttons',
    async (code) => {
      const selling = sellingApi();
      const { page, api, context } = await begin(selling);
      await search(page);
      await choose(page);
      await fillGuest(page);
      selling.sold.add(1);
      const reasons = ['reserved'];
      api.refuse('POST /v1/bookings', { status: 409, code, ...(code === 'unavailable' && { reasons }) });
      await book(page).click();
      const alert = page.getByRole('alert');
      await alert.getByText('Another stay has the units.').waitFor();
      await alert.getByText('Nothing is booked; everything you entered is still here.').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await alert
        .getByRole('button', { name: 'Room 102, Thu 10 Jun – Sat 12 Jun, Flexible, €400.00' })
        .click();
      await alert.waitFor({ state: 'detached' });
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Lovelace');
      await page.getByRole('region', { name: 'Price' }).getByText('Room 102').waitFor();
      await book(page).click();
      await booked(page).waitFor();
      const [made] = api.bookings.values();
      expect(made).toMatchObject({ resourceId: ids.resource(2) });
      await context.close();
    },
  );

  it('a reference that is taken leads to the booking that has it', async () => {
    const { page, api, context } = await begin(sellingApi());
    await search(page);
    await choose(page);
    await fillGuest(page);
    await page.getByLabel('Your reference').fill('PMS-1');
    const taken = { code: 'external_reference_taken', reservationId: ids.booking(5) };
    api.refuse('POST /v1/bookings', { status: 409, ...taken });
    await book(page).click();
    const link = page.getByRole('alert').getByRole('link', { name: 'The other booking' });
    expect(await link.getAttribute('href')).toContain(ids.booking(5));
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Lovelace');
    await context.close();
  });

  it('the price has changed: both totals are shown, and only the new one is booked', async () => {
    const selling = sellingApi();
    const { page, api, context } = await begin(selling);
    await search(page);
    await choose(page);
    await fillGuest(page);
    selling.nightly = 22_500;
    await book(page).click();
    await page
      .getByRole('alert')
      .getByText(/was €400.00 and is €450.00 now/)
      .waitFor();
    expect(api.bookings.size).toBe(0);
    await page.getByRole('button', { name: 'Book for €450.00' }).click();
    await booked(page).waitFor();
    expect([...api.bookings.values()]).toMatchObject([{ totalMinorUnits: '45000' }]);
    await context.close();
  });
});

describe('a payment link', () => {
  it('is made by the button that books any stay, under the same name', async () => {
    const selling = sellingApi();
    const { page, context } = await begin(selling);
    await search(page);
    await choose(page);
    for (const payment of ['Paid at the desk', 'Pays at the property', 'Payment link']) {
      await page.getByRole('radio', { name: payment }).check();
      await book(page).waitFor();
    }
    await context.close();
  });

  it('holds the units, and the page says when it is paid', async () => {
    const selling = sellingApi();
    const { page, api, context } = await begin(selling);
    await search(page);
    await choose(page);
    await fillGuest(page);
    await page.getByRole('radio', { name: 'Payment link' }).check();
    await book(page).click();
    const region = page.getByRole('region', { name: 'Payment link' });
    await region.getByText('https://pay.example/cs_1').waitFor();
    expect(await region.getByRole('link', { name: /pay.example/ }).count()).toBe(0);
    await region.getByText('15 minutes left').waitFor();
    const [held] = api.bookings.values();
    expect(held).toMatchObject({ state: 'held', guestName: 'Ada Lovelace' });
    api.change(held?.id ?? '', { state: 'confirmed' });
    await context.clock.runFor(6_000);
    await region.getByText('Paid: the booking is confirmed.').waitFor();
    await context.close();
  });

  it('that the provider refuses keeps no unit', async () => {
    const selling = sellingApi();
    selling.api.refuse('POST /v1/holds/{id}/checkout-session', {
      status: 400,
      code: 'invalid_redirect_url',
    });
    const { page, api, context } = await begin(selling);
    await search(page);
    await choose(page);
    await page.getByRole('radio', { name: 'Payment link' }).check();
    await book(page).click();
    await page
      .getByRole('alert')
      .getByText(/does not allow the address/)
      .waitFor();
    expect([...api.bookings.values()]).toMatchObject([{ state: 'cancelled' }]);
    await context.close();
  });
});

it('a viewer is offered no new booking', async () => {
  const selling = sellingApi();
  const { session } = selling.api;
  if (session !== null) selling.api.session = { ...session, permissions: PERMISSIONS['viewer'] ?? [] };
  const { page, context } = await site.open({ api: selling.api, path: '/new-booking' });
  await page.getByText('A front desk can make bookings.').waitFor();
  expect(await page.getByRole('link', { name: 'New booking' }).count()).toBe(0);
  await context.close();
});
