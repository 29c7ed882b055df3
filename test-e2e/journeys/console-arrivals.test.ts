import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { move } from '../harness/bookings.ts';
import { startBrowser } from '../harness/browser.ts';
import { conflictsOf, connected } from '../harness/calendars.ts';
import { makeOperator, openDesk, openSellingDesk } from '../harness/desk.ts';
import type { Operator } from '../harness/desk.ts';
import {
  bookPaid,
  bookStay,
  factOf,
  idsIn,
  messagesOf,
  readBooking,
  stayIn,
  TODAY,
} from '../harness/desk-stays.ts';
import { eventually } from '../harness/eventually.ts';
import { calendarOf, startFeedServer } from '../harness/feed-server.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnResource, OwnTenant } from '../harness/own-tenant.ts';
import type { Booking } from '../harness/records.ts';
import { registered } from '../harness/webhooks.ts';

const demo = inject('demo');
/** Within which a desk sees what was done elsewhere. */
const SEEN_MS = 12_000;

let browser: Browser;
let tenant: OwnTenant;
let room: Required<OwnResource>;
let desk: Operator;
/** Ada and Grace arrive today and pay at the property, Joan has paid; Annie was expected yesterday. */
let stays: Readonly<Record<'ada' | 'grace' | 'joan' | 'annie', Booking>>;

beforeAll(async () => {
  browser = await startBrowser();
  tenant = await makeTenant(demo);
  const { secret } = tenant;
  const night = { kind: 'nights', count: 1 };
  const policy = { name: 'One night', steps: [], afterwards: night, noShow: night };
  expect((await secret.put('/v1/cancellation-policies/once', policy)).status).toBeLessThan(300);
  room = await makeLodging(secret, { units: 20, plan: { cancellationPolicyCode: 'once' } });
  desk = await makeOperator(tenant, { name: 'Mara Lindt', role: 'front_desk' });
  const atProperty = { payAtProperty: true };
  const notes = 'Late arrival, needs a cot.';
  const [ada, grace, joan, annie, overdue] = await Promise.all([
    bookStay(secret, stayIn(room, 'Ada Lovelace', { ...atProperty, notes })),
    bookStay(secret, stayIn(room, 'Grace Hopper', atProperty)),
    bookPaid(secret, stayIn(room, 'Joan Clarke')),
    bookPaid(secret, stayIn(room, 'Annie Easley', { arrival: -1, nights: 3 })),
    bookPaid(secret, stayIn(room, 'Dorothy Vaughan', { arrival: -3 })),
    bookPaid(secret, stayIn(room, 'Alan Turing', { arrival: 1 })),
    bookStay(secret, stayIn(room, 'Mary Jackson', { arrival: 30, ...atProperty })),
  ]);
  stays = { ada, grace, joan, annie };
  expect((await move(secret, overdue.id, 'checked_in')).status).toBe(200);
});
afterAll(async () => browser.close());

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });

describe('Today', () => {
  it('has who comes, who was expected, who should have left, and who owes, as the API has them', async () => {
    const { page, faults } = await openDesk(browser, demo, desk, '');
    const arrivals = table(page, 'Arrivals');
    await arrivals.getByRole('row', { name: /Annie Easley.*expected yesterday/ }).waitFor();
    const wanted = Object.values(stays).map(({ id }) => id);
    await expect.poll(() => idsIn(arrivals)).toEqual(wanted.toSorted());
    await page.getByRole('link', { name: 'Arrivals, 0 of 3 in', exact: true }).waitFor();
    await table(page, 'Departures')
      .getByRole('row', { name: /Dorothy Vaughan.*overdue/ })
      .waitFor();
    await page.getByRole('link', { name: 'Unpaid, 2', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor();
    const owing = [stays.ada.id, stays.grace.id].toSorted();
    await expect.poll(() => idsIn(table(page, 'Bookings'))).toEqual(owing);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('a check-in shows the notes, moves the guest, and is in the history under the operator’s name', async () => {
    const { page, faults } = await openDesk(browser, demo, desk, '');
    const { id } = stays.ada;
    await page.getByRole('button', { name: 'Check in Ada Lovelace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check in Ada Lovelace' });
    await dialog.getByText('Late arrival, needs a cot.').waitFor();
    await page.keyboard.press('Enter');
    await messagesOf(page).getByText('Ada Lovelace is checked in.', { exact: true }).waitFor();
    await table(page, 'In house').locator(`[data-booking="${id}"]`).waitFor();
    await table(page, 'Arrivals').locator(`[data-booking="${id}"]`).waitFor({ state: 'detached' });
    expect((await readBooking(tenant.secret, id)).state).toBe('checked_in');
    const history = await tenant.secret.get<{ entries: object[] }>(`/v1/bookings/${id}/history?limit=100`);
    const actor = { kind: 'operator', id: desk.id, label: 'Mara Lindt' };
    expect(history.body.entries).toContainEqual(
      expect.objectContaining({ action: 'checked_in', actor: expect.objectContaining(actor) }),
    );
    expect(faults).toEqual([]);
    await page.close();
  });

  it('a check-in of a booking that a server has changed meanwhile names what, and counts once confirmed', async () => {
    const { page, faults } = await openDesk(browser, demo, desk, '');
    const { id } = stays.grace;
    await page.getByRole('button', { name: 'Check in Grace Hopper' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check in Grace Hopper' });
    await dialog.getByText('€200.00 due').waitFor();
    const notes = { notes: 'Allergic to nuts.' };
    expect((await tenant.secret.send('PATCH', `/v1/bookings/${id}`, { body: notes })).status).toBe(200);
    await dialog.getByRole('button', { name: 'Check in', exact: true }).click();
    await dialog
      .getByRole('alert')
      .getByText(/changed meanwhile: .*notes/)
      .waitFor();
    await dialog.getByText('Allergic to nuts.').waitFor();
    expect((await readBooking(tenant.secret, id)).state).toBe('confirmed');
    await dialog.getByRole('button', { name: 'Apply mine to the new version' }).click();
    await messagesOf(page).getByText('Grace Hopper is checked in.', { exact: true }).waitFor();
    expect(await readBooking(tenant.secret, id)).toMatchObject({ state: 'checked_in', ...notes });
    expect(faults).toEqual([]);
    await page.close();
  });

  it('a guest who did not come is kept what the policy says, from the row on', async () => {
    const { page } = await openDesk(browser, demo, desk, '');
    await page.getByRole('button', { name: 'No-show Annie Easley' }).click();
    const dialog = page.getByRole('dialog', { name: 'No-show Annie Easley' });
    await dialog.getByText('No-show: the first night is kept.').waitFor();
    await dialog.getByRole('button', { name: 'No-show', exact: true }).click();
    const { id } = stays.annie;
    await table(page, 'Arrivals').locator(`[data-booking="${id}"]`).waitFor({ state: 'detached' });
    await page.goto(new URL(`bookings/${id}`, demo.consoleUrl).href);
    await page.locator('[data-state=no_show]').waitFor();
    const { cancellation } = await readBooking(tenant.secret, id);
    expect(cancellation?.keptMinorUnits).toBe('10000');
    const kept = factOf(page.getByRole('region', { name: 'Cancellation' }), 'Kept');
    await expect.poll(() => kept.textContent()).toBe('€100.00');
    await page.close();
  });

  it('an arrival that a server books appears by itself, marked as new and announced', async () => {
    const { page, faults } = await openDesk(browser, demo, desk, '');
    await table(page, 'Arrivals').getByText('Joan Clarke').waitFor();
    await bookPaid(tenant.secret, stayIn(room, 'Katherine Johnson'));
    const row = table(page, 'Arrivals').getByRole('row', { name: /Katherine Johnson.*new/ });
    await row.waitFor({ timeout: SEEN_MS });
    await messagesOf(page).getByText('1 new arrival', { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('of tomorrow is at an address that a reload keeps', async () => {
    const { page, faults } = await openDesk(browser, demo, desk, '');
    await page.getByRole('switch', { name: 'Tomorrow' }).click();
    for (const again of [true, false]) {
      await table(page, 'Arrivals')
        .getByRole('row', { name: /Alan Turing/ })
        .waitFor();
      expect(await table(page, 'Arrivals').getByText('Joan Clarke').count()).toBe(0);
      expect(new URL(page.url()).searchParams.get('date')).toBe(TODAY.add({ days: 1 }).toString());
      if (again) await page.reload();
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  it('is that of the property, whatever the zone and the clock of the browser', async () => {
    const timezone = 'Pacific/Kiritimati';
    const there = await makeTenant(demo, { timezone });
    const hut = await makeLodging(there.secret, { timezone });
    const date = Temporal.Now.plainDateISO(timezone);
    const at = (days: number, plainTime: string) =>
      date.add({ days }).toZonedDateTime({ timeZone: timezone, plainTime }).toInstant().toString();
    const nights = { from: at(0, '15:00'), to: at(1, '10:00') };
    await bookPaid(there.secret, { ...stayIn(hut, 'Emmy Noether'), ...nights });
    const operator = await makeOperator(there, { name: 'Sam Roth', role: 'front_desk' });
    const { page, faults } = await openDesk(browser, demo, operator, '', {
      timezoneId: 'America/Los_Angeles',
      prepare: (context) => context.clock.install({ time: Date.now() - 3_600_000 }),
    });
    await page.getByRole('heading').locator(`time[datetime="${date}"]`).waitFor();
    await table(page, 'Arrivals')
      .getByRole('row', { name: /Emmy Noether/ })
      .waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });
});

it('a stay that is sold at the desk, to be paid at the property today, is due and counted as unpaid', async () => {
  const { page, tenant: own, resource, faults } = await openSellingDesk(browser, demo, 'new-booking');
  await page.getByRole('button', { name: `Choose Flexible, ${resource.name}` }).click();
  await page.getByLabel('E-mail address').fill('lise@example.com');
  await page.getByLabel('Name', { exact: true }).fill('Lise Meitner');
  await page.getByRole('radio', { name: 'Pays at the property' }).check();
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Lise Meitner' }).waitFor();
  const due = factOf(page.getByRole('region', { name: 'Payments' }), 'Due');
  await expect.poll(() => due.textContent()).toBe('€100.00');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today' }).click();
  await page.getByRole('link', { name: 'Unpaid, 1', exact: true }).waitFor();
  const listed = await own.secret.get<{ bookings: object[] }>('/v1/bookings?balanceState=due');
  expect(listed.body.bookings).toMatchObject([{ guestName: 'Lise Meitner' }]);
  expect(faults).toEqual([]);
  await page.close();
});

it('what is broken is on the first screen, each with its page, and leaves when it is repaired', async () => {
  const { secret, ...own } = await makeTenant(demo);
  const elsewhere = await startFeedServer();
  const [sold, other] = await Promise.all([makeLodging(secret), makeLodging(secret)]);
  const stay = await bookPaid(secret, stayIn(sold, 'Ada Lovelace', { arrival: 20, nights: 4 }));
  const nights = { from: `${TODAY.add({ days: 21 })}`, to: `${TODAY.add({ days: 22 })}` };
  elsewhere.serve('/sold.ics', calendarOf({ uid: 'over', ...nights }));
  elsewhere.serve('/broken.ics', (_request, response) => void response.writeHead(500).end());
  const [working, broken, endpoint] = await Promise.all([
    connected(secret, elsewhere.urlOf('/sold.ics'), sold.id),
    connected(secret, elsewhere.urlOf('/broken.ics'), other.id),
    registered(secret, elsewhere.urlOf('/webhooks')),
  ]);
  const off = await secret.send('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, {
    body: { enabled: false },
  });
  expect(off.status, JSON.stringify(off.body)).toBe(200);
  const conflict = await eventually('the conflict is listed', async () => {
    const [found] = await conflictsOf(secret, working.id, 'open');
    return found;
  });
  expect(conflict.reservationId).toBe(stay.id);
  const operator = await makeOperator({ ...own, secret }, { name: 'Sam Roth', role: 'manager' });
  const { page, faults } = await openDesk(browser, demo, operator, '', {
    prepare: (context) => context.clock.install({ time: Date.now() }),
  });
  const items = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  await expect.poll(() => items.count()).toBe(3);
  const pages = await items
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(pages).toEqual([
    `/console/channels?tab=conflicts&conflict=${conflict.id}`,
    `/console/channels/${broken.id}`,
    `/console/webhooks/${endpoint.id}`,
  ]);
  const resolved = { body: { status: 'resolved_relocated' } };
  expect((await secret.send('PATCH', `/v1/channel/conflicts/${conflict.id}`, resolved)).status).toBe(200);
  await page.clock.fastForward(61_000);
  await expect.poll(() => items.count()).toBe(2);
  expect(faults).toEqual([]);
  await page.close();
  await elsewhere.stop();
});
