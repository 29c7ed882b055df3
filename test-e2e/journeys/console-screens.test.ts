import type { Browser, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { book } from '../harness/bookings.ts';
import { startBrowser } from '../harness/browser.ts';
import { makeRooms, windowOf } from '../harness/calendar-desk.ts';
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
