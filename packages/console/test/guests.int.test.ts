import type { Guest } from '@lodging/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeApi, NOW, ok, problem } from './fake-api.ts';
import type { FakeApi, Handler } from './fake-api.ts';
import { guest } from './guest-records.ts';
import { openConsole } from './open-console.ts';
import type { Site, Visit } from './open-console.ts';
import { booking, ids, PERMISSIONS, referenceOf } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const ADA = guest({ n: 1 });
const GRACE = guest({ n: 2, name: 'Grace Hopper', email: 'grace@example.com' });

const erased = (one: Guest): Guest => ({
  ...one,
  email: null,
  name: null,
  phone: null,
  language: null,
  notes: null,
  verifiedAt: null,
  metadata: {},
  consents: [],
  erasedAt: NOW,
});

/** Ada’s stay is open, Grace’s is over. */
function apiWithGuests(): FakeApi & { readonly guests: Map<string, Guest> } {
  const guests = new Map([ADA, GRACE].map((one) => [one.id, one]));
  const unknown = problem({ status: 404, code: 'guest_not_found' });
  const one: Handler = ({ ids: [id = ''] }) => {
    const found = guests.get(id);
    return found === undefined ? unknown : ok(found);
  };
  const api = fakeApi({
    'GET /v1/guests': ({ query }) => {
      const q = query.get('q')?.toLowerCase() ?? '';
      const listed = [...guests.values()].filter(({ erasedAt }) => erasedAt === null);
      const fits = ({ name, email }: Guest): boolean => `${name} ${email}`.toLowerCase().includes(q);
      return ok({ guests: listed.filter(fits), nextCursor: null });
    },
    'GET /v1/guests/{id}': one,
    'GET /v1/guests/{id}/stays': ({ ids: [id] }, { bookings }) => {
      const stays = [...bookings.values()].filter(({ guestId }) => guestId === id);
      return ok({ bookings: stays.map((stay) => ({ ...stay, verified: true })), nextCursor: null });
    },
    'PATCH /v1/guests/{id}': ({ ids: [id = ''], body }) => {
      guests.set(id, { ...(guests.get(id) ?? ADA), ...(body as Partial<Guest>) });
      return ok(guests.get(id) ?? {});
    },
    'POST /v1/guests/{id}/merge': ({ ids: [id = ''], body }) => {
      guests.delete(String(body['from']));
      return ok(guests.get(id) ?? {});
    },
    'POST /v1/guests/{id}/export': ({ ids: [id = ''] }) => ok({ exportedAt: NOW, guest: guests.get(id) }),
    'POST /v1/guests/{id}/erase': ({ ids: [id = ''] }) => {
      guests.set(id, erased(guests.get(id) ?? ADA));
      for (const stay of api.bookings.values())
        if (stay.guestId === id) api.change(stay.id, { guestName: null, guestEmail: null, notes: null });
      const remains = [{ what: 'bills and payments', why: 'the rules of accounting', until: null }];
      return ok({ id, erasedAt: NOW, erased: ['email', 'name'], remains, elsewhere: [] });
    },
  });
  api.bookings.clear();
  for (const stay of [
    booking({ n: 1, more: { guestId: ADA.id } }),
    booking({
      n: 2,
      guest: 'Grace Hopper',
      from: '2027-06-01',
      state: 'checked_out',
      more: { guestId: GRACE.id },
    }),
  ])
    api.bookings.set(stay.id, stay);
  return Object.assign(api, { guests });
}

const openGuest = async (api: FakeApi, id: string, heading: string): Promise<Visit> => {
  const visit = await site.open({ api, path: `/guests/${id}` });
  await visit.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  return visit;
};

it('guests are searched from three characters on, and opened', async () => {
  const { page, api, faults } = await site.open({ api: apiWithGuests(), path: '/guests' });
  const rows = page.getByRole('table', { name: 'Guests' }).locator('[data-row]');
  await rows.nth(1).waitFor();
  const search = page.getByRole('searchbox', { name: 'Search guests' });
  await search.fill('gr');
  await search.fill('gra');
  await rows.getByText('Ada Lovelace').waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).search).toBe('?q=gra');
  // The request follows the address.
  await rows.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  expect(api.sent('GET /v1/guests').map(({ query }) => query.get('q'))).toEqual([null, 'gra']);
  await rows.getByRole('link', { name: 'Grace Hopper' }).click();
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  await page.getByRole('table', { name: 'Stays' }).getByText(referenceOf(2)).waitFor();
  expect(faults).toEqual([]);
});

it('a profile is changed by one PATCH for the fields that were touched', async () => {
  const { page, api } = await openGuest(apiWithGuests(), ADA.id, 'Ada Lovelace');
  const region = page.getByRole('region', { name: 'Profile' });
  await region.getByLabel('Notes').fill('Prefers the second floor.');
  await region.getByLabel('Phone').fill('');
  await region.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status', { name: 'Messages' }).getByText('Saved.').waitFor();
  expect(api.sent('PATCH /v1/guests/{id}').map(({ body }) => body)).toEqual([
    { notes: 'Prefers the second floor.', phone: null },
  ]);
});

it('an unknown guest and one of another property look the same', async () => {
  const texts: (string | null)[] = [];
  for (const id of [ids.guest(77), 'no-id']) {
    const { page } = await openGuest(apiWithGuests(), id, 'There is no such guest here');
    texts.push(await page.getByRole('main').textContent());
  }
  expect(texts[0]).toBe(texts[1]);
});

describe('erasing', () => {
  it('a guest with an open stay lists it as a link, and erases nothing', async () => {
    const { page, api } = await openGuest(apiWithGuests(), ADA.id, 'Ada Lovelace');
    await page.getByRole('button', { name: 'Erase' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase guest' });
    const link = dialog.getByRole('link', { name: referenceOf(1) });
    expect(await link.getAttribute('href')).toContain(ids.booking(1));
    expect(await dialog.getByRole('button', { name: 'Erase for good' }).count()).toBe(0);
    expect(api.sent('POST /v1/guests/{id}/erase')).toEqual([]);
  });

  it('needs the number of a booking, and takes the name off every screen of two consoles', async () => {
    const api = apiWithGuests();
    const { page } = await openGuest(api, GRACE.id, 'Grace Hopper');
    const other = await site.open({ api, path: '/bookings' });
    await other.page.locator('[data-booking]').getByText('Grace Hopper').waitFor();
    await page.getByRole('button', { name: 'Erase' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase guest' });
    await dialog.getByLabel('Booking number').fill(referenceOf(1));
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await dialog.getByText('This is not the number of a booking of this guest.').waitFor();
    expect(api.sent('POST /v1/guests/{id}/erase')).toEqual([]);
    const number = referenceOf(2).toLowerCase();
    await dialog.getByLabel('Booking number').fill(`${number.slice(0, 4)}-${number.slice(4)}`);
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByRole('heading', { level: 1, name: /^Erased on/ }).waitFor();
    await page
      .getByRole('region', { name: 'What remains' })
      .getByText(/rules of accounting/)
      .waitFor();
    expect(await page.getByText('Grace').count()).toBe(0);
    await other.context.clock.runFor(11_000);
    await other.page.locator('[data-booking]').getByText('No name').waitFor();
    expect(await other.page.getByText('Grace').count()).toBe(0);
    await other.page.keyboard.press('Control+k');
    await other.page.getByRole('combobox', { name: 'Find a booking' }).fill('Grace');
    await other.page.getByText(/No booking begins with/).waitFor();
  });

  it('whose money is open shows what the API says, as links', async () => {
    const api = apiWithGuests();
    api.refuse('POST /v1/guests/{id}/erase', {
      status: 409,
      code: 'guest_has_open_stays',
      reservationIds: [ids.booking(2)],
    });
    const { page } = await openGuest(api, GRACE.id, 'Grace Hopper');
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.getByLabel('Booking number').fill(referenceOf(2));
    await page.getByRole('button', { name: 'Erase for good' }).click();
    const link = page.getByRole('alert').getByRole('link', { name: referenceOf(2) });
    expect(await link.getAttribute('href')).toContain(ids.booking(2));
  });

  it('is not offered to a front desk, nor is the export; a viewer changes nothing', async () => {
    const api = apiWithGuests();
    if (api.session !== null) api.session = { ...api.session, permissions: PERMISSIONS['front_desk'] ?? [] };
    const { page, context } = await openGuest(api, ADA.id, 'Ada Lovelace');
    await page.getByRole('button', { name: 'Merge' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Erase|Export)/ }).count()).toBe(0);
    if (api.session !== null) api.session = { ...api.session, permissions: ['read'] };
    await context.clock.runFor(11_000);
    await page.getByRole('button', { name: 'Merge' }).waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: /^(Save|Merge)/ }).count()).toBe(0);
  });
});

it('a consent is recorded once, beside those that another desk has recorded meanwhile', async () => {
  const api = apiWithGuests();
  const { page, before } = await openGuest(api, ADA.id, 'Ada Lovelace');
  const region = page.getByRole('region', { name: 'Consents' });
  await region.getByRole('row', { name: /newsletter/ }).waitFor();
  const elsewhere = { purpose: 'surveys', given: false, at: NOW, source: 'telephone' };
  api.guests.set(ADA.id, { ...ADA, consents: [...ADA.consents, elsewhere] });
  await region.getByRole('button', { name: 'Record a consent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record a consent' });
  await dialog.getByLabel('Purpose').fill('newsletter');
  await dialog.getByRole('radio', { name: 'No' }).check();
  await dialog.getByLabel('Where').fill('front desk');
  // The answer to the first try is lost.
  before(/^PATCH/, () => 'drop');
  await dialog.getByRole('button', { name: 'Record a consent' }).click();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await region.getByRole('row', { name: /newsletter No .* front desk/ }).waitFor();
  const sent = api.sent('PATCH /v1/guests/{id}');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({
    consents: [
      ...ADA.consents,
      elsewhere,
      { purpose: 'newsletter', given: false, source: 'front desk', at: expect.stringMatching(/Z$/) },
    ],
  });
});

it('two profiles are shown side by side before they are merged', async () => {
  const { page, api } = await openGuest(apiWithGuests(), ADA.id, 'Ada Lovelace');
  await page.getByRole('button', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge guests' });
  await dialog.getByRole('searchbox').fill('grace');
  await dialog.getByRole('button', { name: /Grace Hopper/ }).click();
  await dialog.getByRole('row', { name: /ada@example.com.*grace@example.com/ }).waitFor();
  await dialog.getByRole('row', { name: /loyalty: gold/ }).waitFor();
  await dialog.getByRole('row', { name: /newsletter: Yes/ }).waitFor();
  expect(api.sent('POST /v1/guests/{id}/merge')).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('status', { name: 'Messages' }).getByText('The profiles are merged.').waitFor();
  expect(api.sent('POST /v1/guests/{id}/merge')).toMatchObject([{ body: { from: GRACE.id } }]);
});

it('the export is a file with all that is known', async () => {
  const { page } = await openGuest(apiWithGuests(), ADA.id, 'Ada Lovelace');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe(`guest-${ADA.id}.json`);
});
