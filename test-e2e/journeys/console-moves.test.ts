import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { move } from '../harness/bookings.ts';
import { startBrowser } from '../harness/browser.ts';
import { barOf, bookNights, drag, gridOf, makeRooms, nightOf, rowOf } from '../harness/calendar-desk.ts';
import { makeOperator, openDesk } from '../harness/desk.ts';
import type { Desk, Operator } from '../harness/desk.ts';
import { makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import type { Booking, HistoryEntry } from '../harness/records.ts';

const demo = inject('demo');
const TODAY = Temporal.Now.plainDateISO('UTC');
/** Within which another desk sees what one has done. */
const SEEN_MS = 12_000;

let browser: Browser;
let tenant: OwnTenant;
let operators: Readonly<Record<'manager' | 'desk', Operator>>;
beforeAll(async () => {
  [browser, tenant] = await Promise.all([startBrowser(), makeTenant(demo)]);
  const [manager, desk] = await Promise.all([
    makeOperator(tenant, { name: 'Sam Roth', role: 'manager' }),
    makeOperator(tenant, { name: 'Mara Lindt', role: 'front_desk' }),
  ]);
  operators = { manager, desk };
});
afterAll(async () => browser.close());

const day = (after: number): string => TODAY.add({ days: after }).toString();

/** The calendar of the rooms whose names have the word. */
const openCalendar = (operator: Operator, word: string, from = 0): Promise<Desk> =>
  openDesk(browser, demo, operator, `calendar?from=${day(from)}&find=${word}`);

const read = async (id: string): Promise<Booking> =>
  (await tenant.secret.get<Booking>(`/v1/bookings/${id}`)).body;

it('a stay is moved by the button alone, for what was quoted; where it cannot be, there is something near it', async () => {
  const nights = { from: day(102), to: day(104) };
  const [[room, taken], [dearer]] = await Promise.all([
    makeRooms(tenant.secret, ['Move 101', 'Move 103']),
    makeRooms(tenant.secret, ['Move 102'], { baseAmountMinorUnits: '12000' }),
  ]);
  const stay = await bookNights(tenant.secret, room, nights, 'Ada Lovelace');
  const other = await bookNights(tenant.secret, taken, nights, 'Grace Hopper');
  const [{ page, faults }, colleague] = await Promise.all([
    openCalendar(operators.manager, 'Move', 100),
    openCalendar(operators.desk, 'Move', 100),
  ]);
  const bar = barOf(page, stay);
  const dialog = page.getByRole('dialog', { name: 'Move stay' });
  const fact = (name: string) => dialog.locator(`dt:text-is("${name}") + dd`);
  await Promise.all([bar.waitFor(), barOf(colleague.page, stay).waitFor()]);
  const before = await read(stay.id);
  await drag(page, bar, nightOf(page, dearer, day(102)));
  await fact('Difference').getByText('+€40.00').waitFor();
  await fact('Due').getByText('€40.00').waitFor();
  await dialog.getByRole('button', { name: 'Keep as it was' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await read(stay.id)).toEqual(before);
  await drag(page, bar, nightOf(page, dearer, day(102)));
  await dialog.getByRole('button', { name: 'Move stay', disabled: false }).click();
  await rowOf(page, dearer).locator(`[data-booking="${stay.id}"]`).waitFor();
  expect(await read(stay.id)).toMatchObject({ resourceId: dearer.id, totalMinorUnits: '24000' });
  await rowOf(colleague.page, dearer).locator(`[data-booking="${stay.id}"]`).waitFor({ timeout: SEEN_MS });
  const { body } = await tenant.secret.get<{ entries: HistoryEntry[] }>(
    `/v1/bookings/${stay.id}/history?limit=100`,
  );
  expect(body.entries).toContainEqual(
    expect.objectContaining({
      action: 'changed',
      actor: expect.objectContaining({ kind: 'operator', label: 'Sam Roth' }),
    }),
  );

  const { page: ofBooking } = await openDesk(browser, demo, operators.desk, `bookings/${stay.id}`);
  const changes = ofBooking.getByRole('region', { name: 'Changes' });
  await changes.getByRole('row', { name: /Move 101.*Move 102.*Sam Roth Done \+€40.00/ }).waitFor();
  await ofBooking.close();

  await drag(page, bar, barOf(page, other));
  await dialog.getByRole('alert').getByText('Another stay has the units.').waitFor();
  await dialog.getByRole('button', { name: /^Move 101, / }).waitFor();
  await dialog.getByRole('button', { name: 'Keep as it was' }).click();
  expect(await rowOf(page, dearer).locator('[data-booking]').count()).toBe(1);
  // The same by keyboard alone.
  await bar.press('Enter');
  await page.getByRole('button', { name: 'Move or extend' }).press('Enter');
  await dialog.getByLabel('Resource').selectOption('Move 103');
  await dialog.getByRole('alert').getByText('Another stay has the units.').waitFor();
  await dialog.getByRole('button', { name: /^Move 101, / }).press('Enter');
  await fact('Difference').getByText('−€40.00').waitFor();
  await dialog.getByRole('button', { name: 'Move stay', disabled: false }).press('Enter');
  await rowOf(page, room).locator(`[data-booking="${stay.id}"]`).waitFor();
  expect(await read(stay.id)).toMatchObject({ resourceId: room.id });
  expect([...faults, ...colleague.faults]).toEqual([]);
  await Promise.all([page.close(), colleague.page.close()]);
});

it('a guest in residence keeps the arrival, which is said, and stays longer by keyboard', async () => {
  const [room] = await makeRooms(tenant.secret, ['Stay 101']);
  const stay = await bookNights(tenant.secret, room, { from: day(0), to: day(3) }, 'Alan Turing');
  expect((await move(tenant.secret, stay.id, 'checked_in')).status).toBe(200);
  const { page, faults } = await openCalendar(operators.desk, 'Stay');
  const bar = barOf(page, stay);
  await bar.waitFor();
  await drag(page, bar, nightOf(page, room, day(5)), 'left edge');
  await page.getByRole('alert').getByText('Checked in: only the departure can change.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await bar.focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move stay' });
  await dialog.locator('dt:text-is("Difference") + dd').getByText('+€100.00').waitFor();
  await dialog.getByRole('button', { name: 'Move stay', disabled: false }).press('Enter');
  await gridOf(page).locator(`[data-booking="${stay.id}"][aria-colspan="4"]`).waitFor();
  expect(await read(stay.id)).toMatchObject({
    startsAt: `${day(0)}T15:00:00.000Z`,
    endsAt: expect.stringContaining(day(4)),
  });
  expect(faults).toEqual([]);
  await page.close();
});

interface Blocks {
  readonly blocks: readonly { readonly id: string; readonly from: string; readonly kind: string }[];
}

it('nights are closed, moved by one PATCH each, and not closed over a stay', async () => {
  const { secret } = tenant;
  const [room, sold] = await makeRooms(secret, ['Close 101', 'Close 102']);
  const nights = { from: day(102), to: day(104) };
  const stay = await bookNights(secret, sold, nights, 'Ada Lovelace');
  const blocksOf = async ({ id }: { readonly id: string }) =>
    (await secret.get<Blocks>(`/v1/blocks?resourceId=${id}`)).body.blocks;
  const { page, faults } = await openCalendar(operators.manager, 'Close', 100);
  const patches: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') patches.push(new URL(request.url()).pathname);
  });
  const dialog = page.getByRole('dialog', { name: 'Close nights' });
  const close = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Close these nights' }).click();
    await dialog.getByLabel('Kind').selectOption('Out of order');
    await dialog.getByLabel('Note').fill('Shower');
    await dialog.getByRole('button', { name: 'Close nights', exact: true }).click();
  };
  await nightOf(page, room, day(102)).click();
  await close();
  const block = gridOf(page).getByRole('gridcell', { name: /^Out of order/ });
  await block.waitFor();
  const [made, ...others] = await blocksOf(room);
  expect(others).toEqual([]);
  const search = { dates: { arrival: nights.from, departure: nights.to }, adults: 1, currency: 'EUR' };
  const found = await secret.post<{ results: object[] }>('/v1/search', { ...search, resourceIds: [room.id] });
  expect(found.body.results).toEqual([]);

  await drag(page, block, nightOf(page, room, day(103)));
  await nightOf(page, room, day(102)).waitFor();
  await block.focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await nightOf(page, room, day(103)).waitFor();
  expect(await blocksOf(room)).toMatchObject([{ id: made?.id, from: day(104), kind: 'out_of_order' }]);
  expect(patches).toEqual([`/v1/blocks/${made?.id}`, `/v1/blocks/${made?.id}`]);

  await page.keyboard.down('Control');
  await drag(page, nightOf(page, sold, day(101)), nightOf(page, sold, day(104)));
  await page.keyboard.up('Control');
  await close();
  const link = dialog.getByRole('alert').getByRole('link', { name: 'Ada Lovelace' });
  expect(await link.getAttribute('href')).toContain(stay.id);
  expect(await blocksOf(sold)).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});
