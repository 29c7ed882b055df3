import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { makeOperator, openDesk } from '../harness/desk.ts';
import type { Desk, Operator } from '../harness/desk.ts';
import { bookPaid, readBooking, stayIn, TODAY } from '../harness/desk-stays.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnResource, OwnTenant } from '../harness/own-tenant.ts';
import type { Booking } from '../harness/records.ts';

const demo = inject('demo');

let browser: Browser;
let tenant: OwnTenant;
let room: Required<OwnResource>;
let desk: Operator;
beforeAll(async () => {
  browser = await startBrowser();
  tenant = await makeTenant(demo);
  room = await makeLodging(tenant.secret, { units: 20 });
  desk = await makeOperator(tenant, { name: 'Mara Lindt', role: 'front_desk' });
  const amount = (minorUnits: string) => ({ amountMinorUnits: minorUnits, currency: 'EUR' });
  const rules = {
    vat: { name: 'VAT', kind: 'tax', basis: 'percent', rateBps: '700', inclusive: true },
    city: { name: 'City tax', kind: 'tax', basis: 'per_person_per_night', ...amount('250') },
    cleaning: { name: 'Cleaning', kind: 'fee', basis: 'per_stay', ...amount('3000'), collect: 'property' },
  };
  for (const [code, rule] of Object.entries(rules)) {
    const { status, body } = await tenant.secret.put(`/v1/tax-rules/${code}`, rule);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
  }
});
afterAll(async () => browser.close());

const open = (path: string): Promise<Desk> => openDesk(browser, demo, desk, path);
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const euros = (minorUnits: string) => `€${(Number(minorUnits) / 100).toFixed(2)}`;

describe('the page of a booking', () => {
  it('has each line of the API’s bill; what is paid at the property is apart, and in no total', async () => {
    const { id } = await bookPaid(tenant.secret, stayIn(room, 'Ada Lovelace', { partySize: 2 }));
    const { bill, totalMinorUnits } = await readBooking(tenant.secret, id);
    const { page, faults } = await open(`bookings/${id}`);
    const rowsOf = async (name: string): Promise<string[]> => {
      const rows = page.getByRole('table', { name, exact: true }).locator('tbody tr');
      await rows.first().waitFor();
      return rows.evaluateAll((all) =>
        all.map(
          (row) => `${row.querySelector('th bdi')?.textContent ?? ''} ${row.lastElementChild?.textContent}`,
        ),
      );
    };
    const lines = bill?.lines ?? [];
    const words = (collect: string) =>
      lines
        .filter((line) => line.collect === collect)
        .map(({ name, amountMinorUnits }) => `${name} ${euros(amountMinorUnits)}`);
    const total = euros(totalMinorUnits);
    expect(total).toBe('€210.00');
    expect(await rowsOf('Bill')).toEqual([' €100.00', ' €100.00', ...words('online'), ` ${total}`]);
    expect(words('online')).toEqual(['VAT €13.08', 'City tax €10.00']);
    expect(await rowsOf('Paid at the property')).toEqual(['Cleaning €30.00']);
    await region(page, 'Bill').getByRole('row', { name: 'Total €210.00' }).waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('saves what was typed in one request; a reference of another booking leads to it', async () => {
    const other = { externalReference: `B-${randomUUID()}` };
    const [stay, taken] = await Promise.all([
      bookPaid(tenant.secret, stayIn(room, 'Grace Hopper')),
      bookPaid(tenant.secret, stayIn(room, 'Alan Turing', other)),
    ]);
    const { page, faults } = await open(`bookings/${stay.id}`);
    const sent: unknown[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()));
    const form = region(page, 'Guest and notes');
    await form.getByText('guest@example.com').waitFor();
    expect(await form.getByRole('textbox', { name: 'E-mail address' }).count()).toBe(0);
    const typed = { guestName: 'Rear Admiral Hopper', guestPhone: '+1 555 0100', notes: 'Ground floor.' };
    await form.getByLabel('Name', { exact: true }).fill(typed.guestName);
    await form.getByLabel('Phone', { exact: true }).fill(typed.guestPhone);
    await form.getByLabel('Notes', { exact: true }).fill(typed.notes);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: typed.guestName }).waitFor();
    expect(sent).toEqual([typed]);
    const saved = await readBooking(tenant.secret, stay.id);
    expect(saved).toMatchObject({ ...typed, version: stay.version + 1 });
    await form.getByLabel('Your reference', { exact: true }).fill(other.externalReference);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByRole('alert').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Alan Turing' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/bookings/${taken.id}`);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('says the same of a booking of another property as of none', async () => {
    const stranger = await makeTenant(demo);
    const theirs = await bookPaid(
      stranger.secret,
      stayIn(await makeLodging(stranger.secret), 'Dorothy Vaughan'),
    );
    const { page, faults } = await open('');
    const texts: (string | null)[] = [];
    for (const id of [theirs.id, randomUUID(), 'made-up']) {
      await page.goto(new URL(`bookings/${id}`, demo.consoleUrl).href);
      await page
        .getByRole('heading', { level: 1, name: 'There is no such booking here', exact: true })
        .waitFor();
      texts.push(await page.getByRole('main').textContent());
    }
    expect(new Set(texts).size).toBe(1);
    expect(faults).toEqual([]);
    await page.close();
  });
});

describe('a new booking', () => {
  const choose = async (roomId: string, month: string): Promise<Desk> => {
    const { body } = await tenant.secret.get<{ name: string }>(`/v1/resources/${roomId}`);
    const opened = await open('new-booking');
    const { page } = opened;
    await page.getByLabel('Arrival', { exact: true }).fill(`${month}-10`);
    await page.getByLabel('Departure', { exact: true }).fill(`${month}-12`);
    await page.getByLabel('Adults', { exact: true }).fill('2');
    await page.getByRole('button', { name: `Choose Flexible, ${body.name}`, exact: true }).click();
    await region(page, 'Price').getByRole('row', { name: 'Total €210.00' }).waitFor();
    await page.getByLabel('E-mail address', { exact: true }).fill('ada@example.com');
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await page.getByLabel('Notes', { exact: true }).fill('Quiet room.');
    await page.getByRole('radio', { name: 'Paid at the desk', exact: true }).check();
    return opened;
  };
  const bookingsOf = async (roomId: string): Promise<Booking[]> =>
    (await tenant.secret.get<{ bookings: Booking[] }>(`/v1/bookings?resourceId=${roomId}`)).body.bookings;
  const month = TODAY.add({ months: 6 }).toPlainYearMonth().toString();

  it('whose answer is lost is booked once, by the same request', async () => {
    const { id } = await makeLodging(tenant.secret);
    const { page, faults } = await choose(id, month);
    const keys: (string | undefined)[] = [];
    await page.route('**/v1/bookings', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const headers: Record<string, string> = {
        ...route.request().headers(),
        'sec-fetch-site': 'same-origin',
      };
      keys.push(headers['idempotency-key']);
      if (keys.length > 1) return route.continue();
      const answer = await route.fetch({ headers });
      expect(answer.status(), await answer.text()).toBe(201);
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    await page.locator('[data-state=confirmed]').waitFor();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(await bookingsOf(id)).toMatchObject([
      { source: 'manual', totalMinorUnits: '21000', state: 'confirmed', notes: 'Quiet room.' },
    ]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('of a unit that was sold meanwhile is refused; the fields are kept and the offers are new', async () => {
    const single = await makeLodging(tenant.secret);
    const { page, faults } = await choose(single.id, month);
    const nights = { from: `${month}-10T15:00:00Z`, to: `${month}-12T11:00:00Z` };
    await bookPaid(tenant.secret, { ...stayIn(single, 'Charles Babbage'), ...nights });
    await page.getByRole('button', { name: 'Book', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Nothing is booked; everything you entered is still here.').waitFor();
    await alert.getByText('Another stay has the units.').waitFor();
    await alert.getByRole('listitem').getByRole('button', { name: /€\d/ }).first().waitFor();
    const sold = page.getByRole('list', { name: 'Offers' }).locator(`[data-resource="${single.id}"]`);
    await sold.getByText('Sold on these nights').waitFor();
    const kept = { 'E-mail address': 'ada@example.com', Name: 'Ada Lovelace', Notes: 'Quiet room.' };
    for (const [label, text] of Object.entries(kept))
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(text);
    expect(await page.getByRole('radio', { name: 'Paid at the desk' }).isChecked()).toBe(true);
    expect(await bookingsOf(single.id)).toMatchObject([{ guestName: 'Charles Babbage' }]);
    expect(faults).toEqual([]);
    await page.close();
  });
});
