import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeApi, NOW, ok, problem } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { booking, ids } from './records.ts';
import type { FakeBooking } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

function apiWith(...stays: FakeBooking[]): FakeApi {
  const api = fakeApi();
  api.bookings.clear();
  for (const stay of stays) api.bookings.set(stay.id, stay);
  return api;
}

const ada = (more: Partial<FakeBooking> = {}): FakeBooking => booking({ n: 1, more });

describe('the lists of the day', () => {
  it('have who arrives today, who was expected yesterday, who leaves and who should have left', async () => {
    const api = apiWith(
      ada(),
      booking({ n: 2, guest: 'Grace Hopper' }),
      booking({ n: 3, guest: null }),
      booking({ n: 4, guest: 'Alan Turing', from: '2027-06-11' }),
      booking({ n: 5, guest: 'Annie Easley', from: '2027-06-09' }),
      booking({ n: 6, guest: 'Dorothy Vaughan', from: '2027-06-07', state: 'checked_in' }),
      booking({ n: 7, guest: 'Mary Jackson', from: '2027-06-08', state: 'checked_in' }),
    );
    const { page, faults } = await site.open({ api });
    const arrivals = page.getByRole('table', { name: 'Arrivals' });
    await arrivals.getByRole('row').nth(4).waitFor();
    expect(await arrivals.locator('[data-booking]').count()).toBe(4);
    await arrivals.getByRole('row', { name: /Annie Easley.*expected yesterday/ }).waitFor();
    expect(await page.getByRole('link', { name: 'Arrivals, 0 of 3 in', exact: true }).count()).toBe(1);
    const departures = page.getByRole('table', { name: 'Departures' });
    await departures.getByRole('row', { name: /Dorothy Vaughan.*overdue/ }).waitFor();
    await page.getByRole('link', { name: 'Departures, 0 of 1 out', exact: true }).waitFor();
    await page.getByRole('heading', { name: /Thu 10 Jun 2027/ }).waitFor();
    expect(faults).toEqual([]);
  });

  it('are those of the property’s date, whatever the clock and the zone of the browser', async () => {
    const api = apiWith(ada({ startsAt: '2027-06-11T01:00:00.000Z' }));
    const session = api.session;
    if (session !== null)
      api.session = { ...session, tenant: { ...session.tenant, timezone: 'Pacific/Kiritimati' } };
    // It is 22:00 there, and the browser is an hour late.
    api.on('GET /v1/ping', () => ok({ ok: true, ts: '2027-06-10T10:30:00.000Z' }));
    const { page } = await site.open({ api });
    await page.getByRole('heading', { name: /Fri 11 Jun 2027/ }).waitFor();
    expect(api.sent('GET /v1/bookings').some(({ query }) => query.get('arrivalFrom') === '2027-06-11')).toBe(
      true,
    );
  });

  it('of tomorrow are at an address of their own', async () => {
    const api = apiWith(ada(), booking({ n: 4, guest: 'Alan Turing', from: '2027-06-11' }));
    const { page } = await site.open({ api });
    await page.getByRole('switch', { name: 'Tomorrow' }).click();
    await page.getByRole('table', { name: 'Arrivals' }).getByText('Alan Turing').waitFor();
    expect(page.url()).toContain('date=2027-06-11');
    await page.reload();
    await page.getByRole('table', { name: 'Arrivals' }).getByText('Alan Turing').waitFor();
  });

  it('a booking that another client makes appears without a reload, is marked and announced once', async () => {
    const api = apiWith(ada());
    const { page, context } = await site.open({ api });
    await page.getByRole('table', { name: 'Arrivals' }).getByText('Ada Lovelace').waitFor();
    const made = booking({ n: 9, guest: 'Grace Hopper', more: { updatedAt: NOW } });
    api.bookings.set(made.id, made);
    await context.clock.runFor(11_000);
    await page.getByRole('row', { name: /Grace Hopper.*new/ }).waitFor();
    const messages = page.getByRole('status', { name: 'Messages' });
    await messages.getByText('1 new arrival').waitFor();
    // What has been said does not stay in the line.
    await context.clock.runFor(9_000);
    expect(await messages.innerText()).toBe('');
  });

  it('are walked through by arrow keys; who has not come by the hour of check-in can be recorded so', async () => {
    const api = apiWith(
      ada(),
      booking({ n: 2, guest: 'Grace Hopper', more: { startsAt: '2027-06-10T07:30:00.000Z' } }),
    );
    const { page } = await site.open({ api });
    const arrivals = page.getByRole('table', { name: 'Arrivals' });
    const links = arrivals.locator('[data-booking] a');
    await links.nth(1).waitFor();
    await links.first().focus();
    await page.keyboard.press('ArrowDown');
    await links.nth(1).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowUp');
    await links.first().and(page.locator(':focus')).waitFor();
    const names = arrivals.getByRole('button', { name: /^No-show/ });
    expect(await names.count()).toBe(1);
    expect(await names.getAttribute('aria-label')).toContain('Grace Hopper');
  });
});

describe('check-in', () => {
  it('shows the notes, sends one PATCH for the version on the screen, and says so', async () => {
    const api = apiWith(ada({ notes: 'Late arrival, needs a cot.' }));
    const { page } = await site.open({ api });
    await page.getByRole('button', { name: 'Check in Ada Lovelace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check in Ada Lovelace' });
    await dialog.getByText('Late arrival, needs a cot.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('status', { name: 'Messages' }).getByText('Ada Lovelace is checked in.').waitFor();
    await page.getByRole('table', { name: 'In house' }).getByText('Ada Lovelace').waitFor();
    expect(await page.getByRole('table', { name: 'Arrivals' }).count()).toBe(0);
    expect(api.sent('PATCH /v1/bookings/{id}')).toMatchObject([
      { headers: { 'if-match': '"v3"' }, body: { state: 'checked_in' } },
    ]);
  });

  it('a second click sends nothing', async () => {
    const api = apiWith(ada());
    const { page } = await site.open({ api });
    await page.getByRole('button', { name: 'Check in Ada Lovelace' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Check in', exact: true }).dblclick();
    await page.getByRole('status', { name: 'Messages' }).getByText('Ada Lovelace is checked in.').waitFor();
    expect(api.sent('PATCH /v1/bookings/{id}')).toHaveLength(1);
  });

  it('what was changed meanwhile is named before it is sent for the new version', async () => {
    const api = apiWith(ada());
    const { page } = await site.open({ api });
    await page.getByRole('button', { name: 'Check in Ada Lovelace' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Check in', exact: true }).waitFor();
    const changes = [{ field: 'notes', before: null, after: 'set' }];
    const entry = {
      id: 'entry-1',
      at: NOW,
      action: 'updated',
      version: 4,
      changes,
      note: null,
      requestId: null,
    };
    api.change(ids.booking(1), {
      notes: 'Allergic to nuts.',
      history: [{ ...entry, actor: { kind: 'secret_key', id: null, label: null } }],
    });
    await dialog.getByRole('button', { name: 'Check in', exact: true }).click();
    await dialog
      .getByRole('alert')
      .getByText(/changed meanwhile: notes/)
      .waitFor();
    await dialog.getByText('Allergic to nuts.').waitFor();
    await dialog.getByRole('button', { name: 'Apply mine to the new version' }).click();
    await page.getByRole('table', { name: 'In house' }).getByText('Ada Lovelace').waitFor();
    expect(api.bookings.get(ids.booking(1))?.state).toBe('checked_in');
  });

  it('without a connection says so, queues nothing, and is sent once when it is tried again', async () => {
    const api = apiWith(ada());
    const { page, context, goOffline, goOnline } = await site.open({ api });
    await page.getByRole('button', { name: 'Check in Ada Lovelace' }).click();
    const dialog = page.getByRole('dialog');
    goOffline();
    await dialog.getByRole('button', { name: 'Check in', exact: true }).click();
    await dialog
      .getByRole('alert')
      .getByText(/No connection/)
      .waitFor();
    await page
      .getByRole('status', { name: 'Messages' })
      .getByText(/^Last updated/)
      .waitFor();
    goOnline();
    await context.clock.runFor(11_000);
    expect(api.sent('PATCH /v1/bookings/{id}')).toEqual([]);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'In house' }).getByText('Ada Lovelace').waitFor();
    expect(api.sent('PATCH /v1/bookings/{id}')).toHaveLength(1);
  });
});

it('who owes at the check-out pays first, or leaves with the debt', async () => {
  const api = apiWith(booking({ from: '2027-06-08', state: 'checked_in', due: '14000', paid: '26000' }));
  const { page } = await site.open({ api });
  await page.getByRole('button', { name: 'Check out Ada Lovelace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check out Ada Lovelace' });
  await dialog.getByRole('button', { name: 'Check out with €140.00 due' }).waitFor();
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record payment' });
  expect(await payment.getByLabel('Amount').inputValue()).toBe('140.00');
  await payment.getByLabel('Amount').fill('100.505');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await payment.getByText(/not have as many decimals/).waitFor();
  await payment.getByLabel('Amount').fill('140.00');
  await payment.getByLabel('Method').selectOption('Cash');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await dialog.getByRole('button', { name: 'Check out', exact: true }).click();
  await page.getByRole('status', { name: 'Messages' }).getByText('Ada Lovelace is checked out.').waitFor();
  expect(api.sent('POST /v1/bookings/{id}/offline-payments')).toMatchObject([
    { body: { amountMinorUnits: '14000', method: 'cash' } },
  ]);
});

it('the balance that follows from the payment asks nothing at the check-out', async () => {
  const api = apiWith(booking({ from: '2027-06-08', state: 'checked_in', due: '14000', paid: '26000' }));
  const id = ids.booking(1);
  const { page } = await site.open({ api });
  await page.getByRole('button', { name: 'Check out Ada Lovelace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check out Ada Lovelace' });
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record payment' });
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await dialog.getByRole('button', { name: 'Check out', exact: true }).waitFor();
  const changes = [{ field: 'balanceState', before: 'due', after: 'none' }];
  const actor = { kind: 'system', id: 'evaluate-balances', name: null };
  const entry = { id: 'entry-1', at: NOW, actor, action: 'updated', version: 4, changes, note: null };
  api.change(id, { balanceState: 'none', history: [entry] });
  await dialog.getByRole('button', { name: 'Check out', exact: true }).click();
  await page.getByRole('status', { name: 'Messages' }).getByText('Ada Lovelace is checked out.').waitFor();
  const sent = api.sent('PATCH /v1/bookings/{id}').map(({ headers }) => headers['if-match']);
  expect(sent).toEqual(['"v3"', '"v4"']);
});

it('a guest who does not come is recorded with the words of the policy', async () => {
  const api = apiWith(booking({ from: '2027-06-09' }));
  const { page, faults } = await site.open({ api });
  await page.getByRole('button', { name: 'No-show Ada Lovelace' }).click();
  const dialog = page.getByRole('dialog', { name: 'No-show Ada Lovelace' });
  await dialog.getByText('No-show: the first night is kept.').waitFor();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(api.sent('PATCH /v1/bookings/{id}')).toEqual([]);
  await page.getByRole('button', { name: 'No-show Ada Lovelace' }).click();
  await dialog.getByRole('button', { name: 'No-show', exact: true }).click();
  await page.locator('[data-booking]').waitFor({ state: 'detached' });
  expect(api.sent('PATCH /v1/bookings/{id}')).toMatchObject([{ body: { state: 'no_show' } }]);
  expect(faults).toEqual([]);
});

it('on paper in the dark theme there are the lists in black on white, without navigation or buttons', async () => {
  const api = apiWith(
    ada(),
    booking({ n: 2, from: '2027-06-08', state: 'checked_in', due: '14000' }),
    booking({ n: 3, from: '2027-06-09', nights: 3, state: 'checked_in' }),
  );
  const { page } = await site.open({ api, colorScheme: 'dark' });
  const arrivals = page.getByRole('table', { name: 'Arrivals' });
  await arrivals.getByText('Ada Lovelace').waitFor();
  const colours = () =>
    page.evaluate(() => {
      const { color } = getComputedStyle(document.querySelector('td') ?? document.body);
      return [color, getComputedStyle(document.documentElement).backgroundColor];
    });
  expect(await colours()).not.toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect.poll(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  for (const name of ['Arrivals', 'Departures', 'In house'])
    expect(await page.getByRole('table', { name }).isVisible(), name).toBe(true);
  for (const role of ['navigation', 'button', 'switch'] as const)
    expect(await page.getByRole(role).filter({ visible: true }).count(), role).toBe(0);
});

it('a part that fails leaves the others, and is read again by itself alone', async () => {
  const api = apiWith(ada());
  const failing = () => problem({ status: 503, code: 'service_unavailable' });
  api.on('GET /v1/channel/conflicts', failing);
  const { page, context } = await site.open({ api });
  await page.getByRole('table', { name: 'Arrivals' }).getByText('Ada Lovelace').waitFor();
  const region = page.getByRole('region', { name: 'Needs attention' });
  await context.clock.runFor(2_000);
  await region.getByRole('alert').waitFor();
  api.on('GET /v1/channel/conflicts', () => ok({ conflicts: [], nextCursor: null }));
  await region.getByRole('button', { name: 'Try again' }).click();
  await region.getByRole('alert').waitFor({ state: 'hidden' });
});

it('what is unpaid is counted, and the figure leads to exactly these bookings', async () => {
  const stays = [1, 2, 3, 4, 5, 6, 7].map((n) =>
    booking({ n, guest: `Guest ${n}`, due: n < 3 ? '14000' : '0' }),
  );
  const { page } = await site.open({ api: apiWith(...stays) });
  await page.getByRole('link', { name: 'Unpaid, 2', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor();
  await page.locator('[data-booking]').nth(1).waitFor();
  const rows = await page
    .locator('[data-booking]')
    .evaluateAll((all) => all.map((row) => row.getAttribute('data-booking')));
  expect(new Set(rows)).toEqual(new Set([ids.booking(1), ids.booking(2)]));
  expect(new URL(page.url()).search).toBe('?balance=due');
});

it('a list that is longer than what is shown leads to all of its bookings, and to no others', async () => {
  const gone = Array.from({ length: 501 }, (_, n) =>
    booking({ n, from: '2027-06-08', state: 'checked_out' }),
  );
  const { page } = await site.open({ api: apiWith(...gone) });
  const departures = page.locator('#departures');
  await departures.getByText('500 shown.').waitFor();
  await departures.getByRole('link', { name: 'All' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    state: 'checked_out',
    departureFrom: '2027-06-10',
    departureUntil: '2027-06-10',
  });
});

it('what is broken is listed with a link to where it is repaired, and leaves when it is repaired', async () => {
  const conflict = { id: 'conflict-1', resourceId: ids.resource(1), reservationId: ids.booking(1) };
  const feed = { id: 'feed-1', status: 'error', feedUrl: 'https://works.example/…', lastSuccessAt: null };
  const endpoint = { id: 'hook-1', url: 'https://pms.example/hook', enabled: false, dead: 0 };
  const api = apiWith(ada());
  let conflicts: object[] = [conflict];
  api.on('GET /v1/channel/conflicts', () => ok({ conflicts, nextCursor: null }));
  api.on('GET /v1/channel-connections', () => ok({ connections: [feed], nextCursor: null }));
  api.on('GET /v1/webhook-endpoints', () => ok({ webhookEndpoints: [endpoint] }));
  const { page, context } = await site.open({ api });
  const region = page.getByRole('region', { name: 'Needs attention' });
  await region.getByRole('listitem').nth(2).waitFor();
  const links = await region
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual([
    '/console/channels?tab=conflicts&conflict=conflict-1',
    '/console/channels/feed-1',
    '/console/webhooks/hook-1',
  ]);
  conflicts = [];
  await context.clock.runFor(61_000);
  await region.getByRole('listitem').nth(2).waitFor({ state: 'detached' });
});

it('an endpoint needs attention where deliveries were given up, not where the last try alone has failed', async () => {
  const endpoint = { enabled: true, failureCount: 0, dead: 0 };
  const endpoints = [
    { ...endpoint, id: 'hook-1', url: 'https://tried.example/hook', failureCount: 2 },
    { ...endpoint, id: 'hook-2', url: 'https://lost.example/hook', dead: 3 },
  ];
  const api = apiWith(ada());
  api.on('GET /v1/webhook-endpoints', () => ok({ webhookEndpoints: endpoints }));
  const { page, context } = await site.open({ api });
  const items = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  await items.first().waitFor();
  expect(await items.allInnerTexts()).toEqual(['Webhooks to lost.example fail']);
  await context.close();
});

it('a changeover is of a resource that one guest leaves and another one enters today', async () => {
  const leaving = { from: '2027-06-08', state: 'checked_in' } as const;
  const overdue = { from: '2027-06-07', state: 'checked_in' } as const;
  const api = apiWith(
    booking({ n: 1, guest: 'Ada Lovelace', more: { resourceId: ids.resource(1) } }),
    booking({ n: 2, guest: 'Mary Jackson', ...leaving, more: { resourceId: ids.resource(1) } }),
    booking({ n: 3, guest: 'Grace Hopper', more: { resourceId: ids.resource(2) } }),
    booking({ n: 4, guest: 'Dorothy Vaughan', ...overdue, more: { resourceId: ids.resource(2) } }),
    booking({ n: 5, guest: 'Annie Easley', from: '2027-06-09', more: { resourceId: ids.resource(3) } }),
    booking({ n: 6, guest: 'Alan Turing', ...leaving, more: { resourceId: ids.resource(3) } }),
    booking({ n: 7, guest: 'Edith Clarke', more: { resourceId: ids.resource(4) } }),
    booking({
      n: 8,
      guest: 'Radia Perlman',
      from: '2027-06-08',
      state: 'checked_out',
      more: { resourceId: ids.resource(4) },
    }),
  );
  const { page, context } = await site.open({ api });
  await page.locator('[data-booking]').nth(6).waitFor();
  const marked = page.locator('[data-booking]').filter({ hasText: 'changeover, out 11:00, in 15:00' });
  await marked.nth(2).waitFor();
  expect(await marked.locator('td:first-child').allInnerTexts()).toEqual([
    'Ada Lovelace',
    'Edith Clarke',
    'Mary Jackson',
  ]);
  await context.close();
});

it('a viewer is shown no move, and who may make one', async () => {
  const api = apiWith(ada(), booking({ n: 7, from: '2027-06-08', state: 'checked_in' }));
  if (api.session !== null) api.session = { ...api.session, permissions: ['read'] };
  const { page } = await site.open({ api });
  await page.getByRole('table', { name: 'Arrivals' }).getByText('Ada Lovelace').waitFor();
  await page.getByText('A front desk can check guests in and out.').waitFor();
  expect(await page.getByRole('button', { name: /^Check (in|out)|^No-show/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'New booking' }).count()).toBe(0);
});

it('an idle page sends at most twelve requests a minute', async () => {
  const { page, context, api } = await site.open({ api: apiWith(ada()) });
  await page.getByRole('table', { name: 'Arrivals' }).getByText('Ada Lovelace').waitFor();
  await page.waitForLoadState('networkidle');
  const before = api.requests.length;
  for (let at = 0; at < 60; at += 5) await context.clock.runFor(5_000);
  expect(api.requests.length - before).toBeLessThanOrEqual(12);
});
