import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { book } from '../harness/bookings.ts';
import { startBrowser } from '../harness/browser.ts';
import { gridOf, makeRooms, nightOf, windowOf } from '../harness/calendar-desk.ts';
import type { Room } from '../harness/calendar-desk.ts';
import { makeOperator, openDesk } from '../harness/desk.ts';
import type { Desk } from '../harness/desk.ts';
import { makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import type { Booking } from '../harness/records.ts';

const demo = inject('demo');
const TODAY = Temporal.Now.plainDateISO('UTC');
const LINKS = [
  'Today',
  'Calendar',
  'Bookings',
  'Guests',
  'Rates',
  'Channels',
  'Reports',
  'Terms',
  'Webhooks',
  'Events',
  'Settings',
];
/** As a stranger may type it: markup, a formula, and a mark that turns the direction of text. */
const NAME = '<img src=x onerror=alert(1)>';
const NOTES = '=1+1 \u202Egnp <script>alert(2)</script>';

let browser: Browser;
let tenant: OwnTenant;
let room: Room;
let stay: Booking;
beforeAll(async () => {
  [browser, tenant] = await Promise.all([startBrowser(), makeTenant(demo)]);
  [room] = await makeRooms(tenant.secret, ['Room 101']);
  const { status, body } = await book(tenant.secret, {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    ...windowOf({ from: TODAY.toString(), to: TODAY.add({ days: 2 }).toString() }),
    partySize: 1,
    guestEmail: 'stranger@example.com',
    guestName: NAME,
    notes: NOTES,
    metadata: { '<b>channel</b>': NOTES },
    payAtProperty: true,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  stay = body.booking;
});
afterAll(async () => browser.close());

interface Watched extends Desk {
  readonly origins: ReadonlySet<string>;
  /** Once each request has its answer. */
  readonly settled: () => Promise<void>;
}

async function open(role: 'manager' | 'viewer'): Promise<Watched> {
  const operator = await makeOperator(tenant, { name: 'Sam Roth', role });
  const desk = await openDesk(browser, demo, operator, '');
  const origins = new Set<string>();
  const pending = new Set<Request>();
  desk.page.on('request', (request) => {
    origins.add(new URL(request.url()).origin);
    pending.add(request);
  });
  desk.page.on('requestfinished', (request) => pending.delete(request));
  desk.page.on('requestfailed', (request) => pending.delete(request));
  const settled = () => expect.poll(() => pending.size, { timeout: 10_000 }).toBe(0);
  return { ...desk, origins, settled };
}

async function visit({ page, settled }: Watched, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await settled();
}

it('who may only read finds nothing to change on any screen, and the API refuses it', async () => {
  const desk = await open('viewer');
  const { page, faults, settled } = desk;
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect(await links.allInnerTexts()).toEqual(LINKS);
  const expectNothingToChange = async (): Promise<void> => {
    expect(await page.getByRole('button', { name: /^Check (in|out)/ }).count()).toBe(0);
    for (const name of ['Cancel booking', 'Refund', 'Save'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'New booking' }).count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  };
  for (const name of LINKS) {
    await visit(desk, name);
    await expectNothingToChange();
  }
  for (const path of [`bookings/${stay.id}`, `guests/${stay.guestId}`, `calendar?stay=${stay.id}`]) {
    await page.goto(new URL(path, demo.consoleUrl).href);
    await page.getByRole('heading', { name: NAME }).first().waitFor();
    await settled();
    await expectNothingToChange();
  }
  const refused = await page.evaluate(async (path) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(path, { method: 'PATCH', headers, body: '{"notes":"Mine"}' });
    return [answer.status, ((await answer.json()) as { code: string }).code] as const;
  }, `/v1/bookings/${stay.id}`);
  expect(refused).toEqual([403, 'insufficient_permission']);
  expect(faults).toEqual([]);
  await page.close();
});

/** Presses each button, finds a dialog, and leaves it by Escape. */
async function openDialogs({ page, settled }: Watched, names: readonly string[]): Promise<void> {
  const dialog = page.locator('dialog[open]');
  for (const name of names) {
    await page.getByRole('button', { name, exact: true }).first().click();
    await dialog.waitFor();
    await settled();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
}

const selectTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('tab', { name, exact: true }).click();

/** What else is opened on a screen, beyond the screen itself. */
const OPENED: Readonly<Record<string, (desk: Watched) => Promise<void>>> = {
  Today: (desk) => openDialogs(desk, ['Find a booking', `Check in ${NAME}`]),
  async Calendar(desk) {
    const { page } = desk;
    await nightOf(page, room, TODAY.add({ days: 5 }).toString()).click();
    await openDialogs(desk, ['Close these nights']);
    await gridOf(page).locator(`[data-booking="${stay.id}"]`).click();
    await openDialogs(desk, ['Check in', 'Move or extend']);
  },
  async Rates(desk) {
    const { page } = desk;
    await page.locator('[role=gridcell][data-plan=flex]').first().click();
    await openDialogs(desk, ['Minimum stay', 'Maximum stay']);
    await selectTab(page, 'Plans and prices');
    await openDialogs(desk, [
      'Prices: Flexible, Room 101',
      'Conditions: Flexible, Room 101',
      'Add plan: Double room',
    ]);
  },
  async Channels(desk) {
    const { page } = desk;
    await openDialogs(desk, ['Connect a calendar']);
    await selectTab(page, 'Calendars of ours');
    await selectTab(page, 'Conflicts');
  },
  async Terms(desk) {
    const { page } = desk;
    await openDialogs(desk, ['Add policy']);
    await selectTab(page, 'Taxes and fees');
    await openDialogs(desk, ['Add tax or fee']);
  },
  Webhooks: (desk) => openDialogs(desk, ['Add endpoint']),
  async Settings(desk) {
    const { page } = desk;
    await selectTab(page, 'Property');
    await openDialogs(desk, ['Add a resource', 'Change Room 101', 'Add a room type']);
    await selectTab(page, 'Mails');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await desk.settled();
  },
};

it('every screen and dialog of a manager shows the text of strangers as text, and reaches no other origin', async () => {
  const desk = await open('manager');
  const { page, faults, origins } = desk;
  const surprises: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') surprises.push(`${message.text()} ${message.location().url}`);
  });
  page.on('dialog', (dialog) => {
    surprises.push(dialog.message());
    void dialog.dismiss();
  });
  const typed = async (text: string): Promise<void> => {
    await page.getByRole('main').getByText(text).first().waitFor();
    expect(await page.locator('img, main script, main b').count()).toBe(0);
  };
  for (const name of LINKS) {
    await visit(desk, name);
    if (['Today', 'Calendar', 'Bookings', 'Guests'].includes(name)) await typed(NAME);
    await OPENED[name]?.(desk);
  }
  await page.goto(new URL(`bookings/${stay.id}`, demo.consoleUrl).href);
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
  expect(await page.getByLabel('Notes', { exact: true }).inputValue()).toBe(NOTES);
  await typed(NAME);
  await openDialogs(desk, [
    'Check in',
    'No-show',
    'Move or extend',
    'Cancel booking',
    'Record payment',
    'Payment link',
    'Correct the address',
  ]);
  await page.goto(new URL(`guests/${stay.guestId}`, demo.consoleUrl).href);
  await openDialogs(desk, ['Merge', 'Erase']);
  expect([...origins]).toEqual([new URL(demo.consoleUrl).origin]);
  expect([...surprises, ...faults]).toEqual([]);
  await page.close();
});
