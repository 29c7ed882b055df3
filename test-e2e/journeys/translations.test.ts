import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { bookedOffline, weeklyStays } from '../harness/bookings.ts';
import type { BookingRequest } from '../harness/bookings.ts';
import type { Client } from '../harness/client.ts';
import { mailsTo, MAIL_SETTINGS } from '../harness/guest-mails.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';

const demo = inject('demo');
let tenant: OwnTenant;
let stay: BookingRequest;
let room: { id: string; ratePlanId: string };

const named = (name: string) => ({ de: {}, en: { name } });
const fixed = { kind: 'tax', basis: 'per_stay', amountMinorUnits: '250', currency: 'EUR' };
const inLanguage = (language: string) => ({ headers: { 'accept-language': language } });

beforeAll(async () => {
  tenant = await makeTenant(demo);
  const { secret } = tenant;
  const translations = named('Flexible');
  room = await makeLodging(secret, { plan: { name: 'Flexibel', translations } });
  const texts = { name: 'Zimmer 1', translations: { ...named('Room 1'), fr: { name: 'Chambre 1' } } };
  expect((await secret.send('PATCH', `/v1/resources/${room.id}`, { body: texts })).status).toBe(200);
  const tax = { ...fixed, name: 'Ortstaxe', translations: named('City tax') };
  expect((await secret.put('/v1/tax-rules/ort', tax)).status).toBe(200);
  stay = weeklyStays(room, Temporal.Now.plainDateISO('UTC').add({ days: 30 }).toString())();
});

interface Found {
  results: { resource: { name: string }; cheapest: { name: string } }[];
}
async function namesFound(client: Client, language: string): Promise<string[]> {
  const dates = { arrival: stay.from.slice(0, 10), departure: stay.to.slice(0, 10) };
  const { body } = await client.post<Found>('/v1/search', { dates, adults: 2 }, inLanguage(language));
  return body.results.flatMap(({ resource, cheapest }) => [resource.name, cheapest.name]);
}

interface Lines {
  lines: { name: string; translations?: object }[];
}
const lineOf = ({ lines: [line] }: Lines) => line;

describe('a property whose texts are translated', () => {
  it('is found, quoted and read in the language of the guest', async () => {
    const { browser } = tenant;
    expect(await namesFound(browser, 'en-GB, de;q=0.5')).toEqual(['Room 1', 'Flexible']);
    expect(await namesFound(browser, 'de, en')).toEqual(['Zimmer 1', 'Flexibel']);
    expect(await namesFound(browser, 'it')).toEqual(['Zimmer 1', 'Flexibel']);
    const { guestEmail: _, ...requested } = stay;
    const quote = await browser.post<{ priceBreakdown: Lines }>('/v1/quotes', requested, inLanguage('en'));
    expect(lineOf(quote.body.priceBreakdown)?.name).toBe('City tax');
    const read = await browser.get<{ name: string }>(`/v1/resources/${room.id}`, inLanguage('fr-CH, en'));
    expect([read.body.name, read.headers.get('content-language')]).toEqual(['Chambre 1', 'fr, en']);
  });

  it('is booked with the texts of the sale, read in any language afterwards, and mailed in that of the guest', async () => {
    const { secret, browser } = tenant;
    const guestEmail = `${randomUUID()}@example.com`;
    const languages = ['de', 'en'];
    expect((await secret.put('/v1/mail-settings', { ...MAIL_SETTINGS, languages })).status).toBe(200);
    const { id } = await bookedOffline(secret, { ...stay, guestEmail, guestLanguage: 'en' });
    const deleted = await secret.send('DELETE', '/v1/tax-rules/ort');
    expect(deleted.status).toBe(204);
    const path = `/v1/bookings/${id}`;
    const booking = await secret.get<{ bill: Lines }>(path, inLanguage('en'));
    expect(lineOf(booking.body.bill)).toMatchObject({ name: 'City tax', translations: named('City tax') });
    expect(lineOf((await secret.get<{ bill: Lines }>(path)).body.bill)?.name).toBe('Ortstaxe');
    const { body: link } = await secret.post<{ token: string }>(`${path}/guest-link`);
    const managed = await browser.get<{ booking: { resourceName: string }; bill: Lines }>(
      '/v1/manage/booking',
      {
        headers: { 'guest-token': link.token, 'accept-language': 'en' },
      },
    );
    expect([managed.body.booking.resourceName, lineOf(managed.body.bill)]).toMatchObject([
      'Room 1',
      { name: 'City tax' },
    ]);
    const [mail] = await mailsTo(demo, guestEmail, 'Hotel Seeblick');
    expect(mail?.Text).toContain('Room 1');
    expect(mail?.Text).toContain('City tax');
  });
});
