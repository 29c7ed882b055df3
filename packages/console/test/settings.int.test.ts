import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeApi } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import type { Site, Visit } from './open-console.ts';
import { ids } from './records.ts';
import { settingsOperations } from './settings-operations.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

async function openTab(tab: string, api = fakeApi(settingsOperations())): Promise<Visit> {
  const visit = await site.open({ api, path: `/settings?tab=${tab}` });
  await visit.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  return visit;
}

const viewer = (): FakeApi => {
  const api = fakeApi(settingsOperations());
  if (api.session !== null) api.session = { ...api.session, permissions: ['read'] };
  return api;
};

it('an operator sees where they are signed in', async () => {
  const { page, faults } = await openTab('you');
  const sessions = page.getByRole('table', { name: 'Your sessions' });
  await sessions.getByRole('row', { name: /Console.*this one/ }).waitFor();
  await sessions.getByRole('row', { name: /Token/ }).waitFor();
  await page.getByLabel('Screen lock').waitFor();
  expect(faults).toEqual([]);
});

describe('the property', () => {
  it('shows the payment account, and that there is none', async () => {
    const { page } = await openTab('property');
    const region = page.getByRole('region', { name: 'Property' });
    await region.getByText('acct_1Seeblick').waitFor();
    await region.getByText('https://seeblick.example').waitFor();
    const api = fakeApi(settingsOperations());
    api.refuse('GET /v1/payment-account', { status: 404, code: 'payment_account_not_found' });
    const without = await openTab('property', api);
    await without.page.getByText(/No payment account is connected/).waitFor();
    expect(await without.page.getByRole('alert').count()).toBe(0);
  });

  it('a resource is changed by what differs; stays in the way of fewer units are said with their dates', async () => {
    const api = fakeApi(settingsOperations());
    const { page } = await openTab('property', api);
    await page.getByRole('button', { name: 'Change Double room, lake side' }).click();
    const dialog = page.getByRole('dialog', { name: 'Double room, lake side' });
    await dialog.getByLabel('Units').fill('2');
    api.refuse('PATCH /v1/resources/{id}', {
      status: 409,
      code: 'units_in_use',
      from: '2027-06-09T22:00:00.000Z',
      to: '2027-06-11T22:00:00.000Z',
      unitsTaken: 3,
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('From Thu 10 Jun 2027 to Sat 12 Jun 2027, 3 units are taken.').waitFor();
    await dialog.getByLabel('Units').fill('3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status', { name: 'Messages' }).getByText('The resource is saved.').waitFor();
    expect(api.sent('PATCH /v1/resources/{id}').map(({ body }) => body)).toEqual([
      { units: 2 },
      { units: 3 },
    ]);
  });

  it('a resource gets features, photos and other languages; what is refused of a list stands at its field', async () => {
    const api = fakeApi(settingsOperations());
    const { page, faults } = await openTab('property', api);
    await page.getByRole('button', { name: 'Change Room 101' }).click();
    const dialog = page.getByRole('dialog', { name: 'Room 101' });
    expect(await dialog.getByLabel('Cancellation policy').count()).toBe(0);
    await dialog.getByLabel('Features').fill('sea_view, wifi');
    await dialog.getByLabel('Photos').fill('https://cdn.example/1.jpg\nftp://cdn.example/2.jpg');
    await dialog.getByRole('button', { name: 'Add a language' }).click();
    const german = dialog.getByRole('group', { name: 'Translation 1' });
    await german.getByLabel('Translated name').fill('Zimmer 101');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await german.getByText('This is missing or not right.').waitFor();
    expect(api.sent('PATCH /v1/resources/{id}')).toEqual([]);
    const language = german.getByLabel('Language');
    const offered = await language.evaluate((input: HTMLInputElement) =>
      [...(input.list?.options ?? [])].map(({ value, label }) => `${value} ${label}`),
    );
    expect(offered).toContain('de German');
    await language.fill('de');
    api.refuse('PATCH /v1/resources/{id}', {
      status: 400,
      code: 'validation_failed',
      errors: [{ pointer: '/photoUrls/1', message: 'must be an http or https address' }],
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('ftp://cdn.example/2.jpg: must be an http or https address').waitFor();
    expect(await dialog.getByRole('alert').innerText()).not.toContain('/photoUrls/1');
    await dialog.getByLabel('Photos').and(page.locator(':focus')).fill('https://cdn.example/1.jpg');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status', { name: 'Messages' }).getByText('The resource is saved.').waitFor();
    expect(api.sent('PATCH /v1/resources/{id}').at(-1)?.body).toEqual({
      features: ['sea_view', 'wifi'],
      photoUrls: ['https://cdn.example/1.jpg'],
      translations: { de: { name: 'Zimmer 101' } },
    });
    expect(faults).toEqual([]);
  });

  it('what is sold by time has a cancellation policy and a deposit of its own', async () => {
    const api = fakeApi({
      ...settingsOperations(),
      'POST /v1/resources': ({ body }) => ({ status: 201, body }),
    });
    const { page } = await openTab('property', api);
    await page.getByRole('button', { name: 'Add a resource' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a resource' });
    await dialog.getByLabel('Name', { exact: true }).fill('Rowing boat');
    await dialog.getByLabel('Kind').selectOption('By time');
    await dialog.getByLabel('Cancellation policy').selectOption('FLEX');
    await dialog.getByLabel('Deposit, percent').fill('x');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This is missing or not right.').waitFor();
    await dialog.getByLabel('Deposit, percent').fill('30');
    await dialog.getByLabel('Balance due, days before arrival').fill('7');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status', { name: 'Messages' }).getByText('The resource is saved.').waitFor();
    expect(api.sent('POST /v1/resources').map(({ body }) => body)).toMatchObject([
      {
        kind: 'generic',
        slug: 'rowing-boat',
        cancellationPolicyCode: 'FLEX',
        deposit: { percentBps: 3_000, balanceDueDaysBefore: 7 },
      },
    ]);
  });

  it('a resource that was typed into is not left without a question', async () => {
    const { page } = await openTab('property');
    await page.getByRole('button', { name: 'Change Room 101' }).click();
    const dialog = page.getByRole('dialog', { name: 'Room 101' });
    await dialog.getByLabel('Features').fill('wifi');
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click();
    expect(await dialog.getByLabel('Features').inputValue()).toBe('wifi');
  });

  it('a resource is archived after a question, and put back on sale', async () => {
    const { page, api } = await openTab('property');
    await page.getByRole('button', { name: 'Archive Room 101' }).click();
    const dialog = page.getByRole('dialog', { name: 'Archive Room 101' });
    await dialog.getByText(/Stays that exist are kept/).waitFor();
    expect(api.sent('PATCH /v1/resources/{id}')).toEqual([]);
    await dialog.getByRole('button', { name: 'Archive' }).click();
    const row = page.locator(`[data-row="${ids.resource(1)}"]`);
    await row.getByText('archived').waitFor();
    await row.getByRole('button', { name: 'Put back on sale Room 101' }).click();
    await row.getByText('archived').waitFor({ state: 'hidden' });
    expect(api.sent('PATCH /v1/resources/{id}').map(({ body }) => body)).toEqual([
      { archived: true },
      { archived: false },
    ]);
  });

  it('a room type is added with its limits of guests', async () => {
    const { page, api } = await openTab('property');
    await page.getByRole('button', { name: 'Add a room type' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a room type' });
    await dialog.getByLabel('Code').fill('FAM');
    await dialog.getByLabel('Name').fill('Family room');
    await dialog.getByLabel('Guests in all').fill('5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('table', { name: 'Room types' }).getByText('Family room').waitFor();
    expect(api.sent('POST /v1/room-types').map(({ body }) => body)).toEqual([
      { code: 'FAM', name: 'Family room', maxOccupancy: 5, maxAdults: 2, maxChildren: 1 },
    ]);
  });
});

describe('mails', () => {
  it('are turned on with all that was set before, and nothing that was not touched is lost', async () => {
    const { page, api } = await openTab('mails');
    const region = page.getByRole('region', { name: 'Mails to guests' });
    await region.getByRole('switch', { name: 'Send mails to guests' }).check();
    await region.getByLabel('From name').fill('Seeblick');
    await region.getByRole('checkbox', { name: 'Deutsch' }).check();
    await region.getByRole('checkbox', { name: 'Refund sent' }).uncheck();
    await region.getByRole('checkbox', { name: 'pay what is due' }).check();
    await region.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('status', { name: 'Messages' })
      .getByText(/mail settings are saved/)
      .waitFor();
    expect(api.sent('PUT /v1/mail-settings').map(({ body }) => body)).toMatchObject([
      {
        enabled: true,
        propertyName: 'Hotel Seeblick',
        fromName: 'Seeblick',
        languages: ['en', 'de'],
        mails: { booking_confirmed: true, refund_sent: false },
        guestMay: { cancel: false, pay: true },
      },
    ]);
  });

  it('a template that is refused names part, line and reason; one of the property goes back to the built-in', async () => {
    const api = fakeApi(settingsOperations());
    const { page } = await openTab('mails', api);
    const region = page.getByRole('region', { name: 'Templates' });
    await region.getByLabel('Mail', { exact: true }).selectOption('Stay reminder');
    await region.getByLabel('Language of the mail').selectOption('Deutsch');
    await region.getByLabel('Subject').fill('Bis bald');
    api.refuse('PUT /v1/mail-templates/{type}/{language}', {
      status: 400,
      code: 'template_invalid',
      part: 'text',
      line: 3,
      reason: 'unknown variable',
    });
    await region.getByRole('button', { name: 'Save' }).click();
    await region.getByRole('alert').getByText('text, line 3: unknown variable').waitFor();
    expect(await region.getByLabel('Subject').inputValue()).toBe('Bis bald');
    await region.getByRole('button', { name: 'Save' }).click();
    await region.getByText('Your own').waitFor();
    await region.getByRole('button', { name: 'Back to the built-in text' }).click();
    await region.getByText('Built-in', { exact: true }).waitFor();
    expect(api.sent('DELETE /v1/mail-templates/{type}/{language}').map(({ path }) => path)).toEqual([
      '/v1/mail-templates/stay_reminder/de',
    ]);
  });

  it('the chosen mail and its language are in the address, and are there after a reload', async () => {
    const { page, context } = await site.open({
      api: fakeApi(settingsOperations()),
      path: '/settings?tab=mails',
      viewport: { width: 1_280, height: 400 },
    });
    const region = page.getByRole('region', { name: 'Templates' });
    await region.getByLabel('Mail', { exact: true }).scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    await region.getByLabel('Mail', { exact: true }).selectOption('Stay reminder');
    await region.getByLabel('Language of the mail').selectOption('Deutsch');
    await page.waitForURL('**/settings?tab=mails&mail=stay_reminder&language=de', { timeout: 5_000 });
    // The page does not jump to its top.
    expect(scrolled).toBeGreaterThan(0);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(scrolled / 2);
    await page.reload();
    await region.getByLabel('Subject').waitFor();
    expect(await region.getByLabel('Mail', { exact: true }).inputValue()).toBe('stay_reminder');
    expect(await region.getByLabel('Language of the mail').inputValue()).toBe('de');
    await context.close();
  });

  it('a preview has subject and text as text, the HTML as its source and in a sandbox of its own', async () => {
    const { page, faults } = await openTab('mails');
    await page.getByRole('button', { name: 'Preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview: Booking confirmed' });
    await dialog.getByText('Your booking 9CFJNRVY').waitFor();
    await dialog.getByText('Source of the HTML').click();
    await dialog.getByText('<p>Dear Ada, <script>1</script></p>').waitFor();
    const frame = dialog.getByTitle('Picture of the mail');
    expect(await frame.getAttribute('sandbox')).toBe('');
    expect(await frame.getAttribute('src')).toBe('/v1/mail-templates/booking_confirmed/en/preview.html');
    expect(faults).toEqual([]);
  });
});

it('a viewer reads the settings and is offered no change of them', async () => {
  const { page } = await openTab('property', viewer());
  await page.getByRole('table', { name: 'Resources' }).waitFor();
  const changes = page.getByRole('button', { name: /^(Add|Change|Archive|Save|Put back)/ });
  expect(await changes.count()).toBe(0);
  await page.getByRole('tab', { name: 'Mails' }).click();
  await page.getByText('Send mails to guests').waitFor();
  expect(await page.getByRole('switch').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^(Save|Back to)/ }).count()).toBe(0);
});
