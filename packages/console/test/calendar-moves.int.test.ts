import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok, problem } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { fakeBlock } from './fake-calendar.ts';
import { bar, night, openCalendar } from './open-calendar.ts';
import type { Given } from './open-calendar.ts';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';
import { booking, ids, RESOURCES } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const open = (given?: Given) => openCalendar(site, given);
const grace = booking({ n: 2, guest: 'Grace Hopper', resource: 2 });
const CHANGES = 'POST /v1/bookings/{id}/changes';
const alternative = {
  kind: 'resource',
  resourceId: ids.resource(3),
  ratePlanId: RESOURCES[2]?.ratePlans[0]?.id,
  from: '2027-06-10T13:00:00.000Z',
  to: '2027-06-12T09:00:00.000Z',
  nights: 2,
  shiftDays: 0,
  totalMinorUnits: '42000',
  currency: 'EUR',
  displayTotal: null,
};

function withAlternatives(api: FakeApi): void {
  api.on('POST /v1/quotes', () =>
    problem({ status: 409, code: 'unavailable', reasons: ['reserved'], alternatives: [alternative] }),
  );
}

async function dragBy(page: Page, from: Locator, to: Locator, edge?: 'left' | 'right'): Promise<void> {
  const [begin, end] = [await from.boundingBox(), await to.boundingBox()];
  if (begin === null || end === null) throw new Error('there is nothing to drag');
  const x = { left: begin.x + 3, right: begin.x + begin.width - 3, none: begin.x + 20 }[edge ?? 'none'];
  await page.mouse.move(x, begin.y + begin.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + 20, end.y + end.height / 2, { steps: 4 });
  await page.mouse.up();
}

describe('a stay that is dropped elsewhere', () => {
  it('is moved by the button alone, for what the API has quoted', async () => {
    const { grid, page, api } = await open({ prepare: (calendar) => void (calendar.difference = 2_000) });
    await dragBy(page, bar(grid, 1), night(grid, 2, '2027-06-10'));
    const dialog = page.getByRole('dialog', { name: 'Move stay' });
    await dialog.locator('dt:text-is("Difference") + dd').getByText('+€20.00').waitFor();
    await dialog.locator('dt:text-is("Due") + dd').getByText('€20.00').waitFor();
    await dialog.getByRole('button', { name: 'Keep as it was' }).click();
    expect(api.sent(CHANGES)).toEqual([]);
    await dragBy(page, bar(grid, 1), night(grid, 2, '2027-06-10'));
    await dialog.getByRole('button', { name: 'Move stay' }).click();
    await page
      .getByRole('status', { name: 'Messages' })
      .getByText('The stay of Ada Lovelace is moved.')
      .waitFor();
    await grid
      .getByRole('row', { name: 'Room 102' })
      .locator(`[data-booking="${ids.booking(1)}"]`)
      .waitFor();
    expect(api.bookings.get(ids.booking(1))?.resourceId).toBe(ids.resource(2));
    expect(api.sent(CHANGES)).toMatchObject([{ body: { settle: 'later' } }]);
  });

  it('where another one is, is refused with the reason, and with what is near it as buttons', async () => {
    const { grid, page, api } = await open({
      stays: [booking({}), grace],
      prepare: (_, fake) => withAlternatives(fake),
    });
    await dragBy(page, bar(grid, 1), bar(grid, 2));
    const dialog = page.getByRole('dialog', { name: 'Move stay' });
    await dialog
      .getByRole('alert')
      .getByText(/Another stay has the units/)
      .waitFor();
    expect(await grid.getByRole('row', { name: 'Room 101' }).locator('[data-booking]').count()).toBe(1);
    await dialog.getByRole('button', { name: /^Room 201, / }).click();
    await dialog.locator('dt:text-is("Difference") + dd').waitFor();
    await dialog.getByRole('button', { name: 'Move stay' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(api.bookings.get(ids.booking(1))?.resourceId).toBe(ids.resource(3));
  });

  it('is longer by the edge that was dragged', async () => {
    const { grid, page, api } = await open();
    await dragBy(page, bar(grid, 1), night(grid, 1, '2027-06-13'), 'right');
    const dialog = page.getByRole('dialog', { name: 'Move stay' });
    expect(await dialog.getByLabel('Departure').inputValue()).toBe('2027-06-14');
    await dialog.getByRole('button', { name: 'Move stay' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(api.bookings.get(ids.booking(1))?.endsAt).toBe('2027-06-14T09:00:00.000Z');
  });

  it('is moved once where the answer is lost, by the same request', async () => {
    const { grid, page, api, before } = await open();
    await dragBy(page, bar(grid, 1), night(grid, 2, '2027-06-10'));
    const dialog = page.getByRole('dialog', { name: 'Move stay' });
    await dialog.locator('dt:text-is("Difference") + dd').waitFor();
    before(/^POST .*\/changes$/, () => 'drop');
    await dialog.getByRole('button', { name: 'Move stay' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/No connection/)
      .waitFor();
    await dialog.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [first, second] = api.sent(CHANGES);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  it('keeps its plan where the room that was looked at between lacks it', async () => {
    const [first, second] = RESOURCES;
    const other = { ...second?.ratePlans[0], id: 'nrf-102', code: 'NRF', name: 'Non-refundable' };
    const { grid, page } = await open({
      prepare: (_, api) =>
        api.on('GET /v1/resources', () =>
          ok({ resources: [first, { ...second, ratePlans: [other] }], nextCursor: null }),
        ),
    });
    await bar(grid, 1).click();
    await page.getByRole('button', { name: 'Move or extend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move stay' });
    await dialog.getByLabel('Resource').selectOption('Room 102');
    await dialog.locator('dt:text-is("Rate plan") + dd').getByText('Non-refundable').waitFor();
    await dialog.getByLabel('Resource').selectOption('Room 101');
    await dialog.getByText('Change the dates or the resource to see the price.').waitFor();
  });

  it('waits for its payment where the guest pays now, at an address of its own, and can be given up', async () => {
    const { grid, page, api } = await open();
    const session = { id: 'cs_1', url: 'https://pay.example/1', expiresAt: '2027-06-10T08:15:00.000Z' };
    api.on('POST /v1/bookings/{id}/checkout-session', () => ({ status: 201, body: session }));
    await bar(grid, 1).click();
    await page.getByRole('button', { name: 'Move or extend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move stay' });
    await dialog.getByLabel('Departure').fill('2027-06-13');
    await dialog.getByRole('radio', { name: 'Pay now' }).click();
    await dialog.getByRole('button', { name: 'Move stay' }).click();
    const panel = page.getByRole('region', { name: 'Stay of Ada Lovelace' });
    await panel.getByText(/awaits its payment until/).waitFor();
    expect(api.bookings.get(ids.booking(1))?.version).toBe(3);
    await panel.getByRole('button', { name: 'Payment link' }).click();
    const link = page.getByRole('dialog', { name: 'Payment link' });
    await link.getByRole('button', { name: 'Payment link' }).click();
    await link.getByText('https://pay.example/1').waitFor();
    await link.getByRole('button', { name: 'Close' }).click();
    await panel.getByRole('button', { name: 'Give up' }).click();
    await panel.getByText(/awaits its payment until/).waitFor({ state: 'detached' });
    expect(api.sent('DELETE /v1/bookings/{id}/changes/{changeId}')).toHaveLength(1);
  });
});

describe('a guest in residence', () => {
  const resident = booking({ from: '2027-06-10', state: 'checked_in', nights: 4 });

  it('keeps the arrival, and the chart says why', async () => {
    const { grid, page } = await open({ stays: [resident] });
    await dragBy(page, bar(grid, 1), night(grid, 1, '2027-06-14'), 'left');
    await page.getByRole('alert').getByText('Checked in: only the departure can change.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('stays longer by keyboard alone', async () => {
    const { grid, page, api } = await open({ stays: [resident] });
    await page.getByRole('switch', { name: 'As a list' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move stay' });
    expect(await dialog.getByLabel('Arrival').isDisabled()).toBe(true);
    const send = dialog.getByRole('button', { name: 'Move stay', disabled: false });
    await send.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(api.bookings.get(ids.booking(1))?.endsAt).toBe('2027-06-15T09:00:00.000Z');
    await grid.locator(`[data-booking="${ids.booking(1)}"][aria-colspan="5"]`).waitFor();
  });
});

describe('nights', () => {
  it('that are marked are closed, and opened again', async () => {
    const { grid, page, api, calendar } = await open({ stays: [] });
    await night(grid, 1, '2027-06-12').click();
    await night(grid, 1, '2027-06-13').click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Close these nights' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close nights' });
    await dialog.getByLabel('Kind').selectOption('Out of order');
    await dialog.getByLabel('Note').fill('Shower');
    await dialog.getByRole('button', { name: 'Close nights' }).click();
    await grid.getByRole('gridcell', { name: /^Out of order, Shower/ }).click();
    expect(api.sent('POST /v1/blocks')).toMatchObject([
      { body: { from: '2027-06-12', to: '2027-06-14', kind: 'out_of_order', note: 'Shower', units: 1 } },
    ]);
    await page.getByRole('button', { name: 'Open these nights' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open these nights' }).click();
    await night(grid, 1, '2027-06-12').waitFor();
    expect(calendar.blocks.size).toBe(0);
  });

  it('with a stay in the way stay open, and the refusal leads to the stay', async () => {
    const { grid, page, calendar } = await open({ stays: [grace] });
    await night(grid, 2, '2027-06-12').click();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.getByRole('button', { name: 'Close these nights' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close nights' });
    expect(await dialog.getByLabel('First night').inputValue()).toBe('2027-06-11');
    await dialog.getByRole('button', { name: 'Close nights' }).click();
    const link = dialog.getByRole('alert').getByRole('link', { name: 'Grace Hopper' });
    expect(await link.getAttribute('href')).toContain(ids.booking(2));
    expect(calendar.blocks.size).toBe(0);
  });
});

describe('a closing', () => {
  const PATCH = 'PATCH /v1/blocks/{id}';
  const ours = fakeBlock(1, { from: '2027-06-12' });

  it('of ours is moved by the pointer and by keyboard, with one PATCH each for its version', async () => {
    const { grid, page, api } = await open({
      stays: [],
      prepare: (calendar) => void calendar.blocks.set(ours.id, ours),
    });
    const block = grid.locator(`[data-block="${ours.id}"]`);
    const { x = 0, y = 0 } = (await block.boundingBox()) ?? {};
    await page.mouse.move(x + 20, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + 80, y + 10, { steps: 4 });
    await page.mouse.up();
    await night(grid, 1, '2027-06-12').waitFor();
    await block.click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await night(grid, 1, '2027-06-13').waitFor();
    expect(api.sent(PATCH)).toMatchObject([
      { ids: [ours.id], headers: { 'if-match': '"v1"' }, body: { from: '2027-06-13', to: '2027-06-15' } },
      { ids: [ours.id], headers: { 'if-match': '"v2"' }, body: { from: '2027-06-14', to: '2027-06-16' } },
    ]);
  });

  it('whose note alone is changed keeps its times, and the chart has the focus once it is gone', async () => {
    const { grid, page, api } = await open({
      stays: [],
      prepare: (calendar) => void calendar.blocks.set(ours.id, ours),
    });
    await grid.locator(`[data-block="${ours.id}"]`).click();
    await page.getByRole('button', { name: 'Change the closing' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note').fill('Tiles');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const body = { kind: 'out_of_order', units: 1, note: 'Tiles' };
    expect(api.sent(PATCH).map((one) => one.body)).toEqual([body]);
    await page.getByRole('button', { name: 'Open these nights' }).click();
    await dialog.getByRole('button', { name: 'Open these nights' }).click();
    await dialog.waitFor({ state: 'detached' });
    await grid.locator(':focus').waitFor();
  });

  it('of another calendar does not move, and says whose it is', async () => {
    const imported = fakeBlock(2, { from: '2027-06-12', kind: 'external' });
    const { grid, page, api } = await open({
      stays: [],
      prepare(calendar, fake) {
        calendar.blocks.set(imported.id, imported);
        const feed = { id: 'feed-1', status: 'active', feedUrl: 'https://works.example/ical/…' };
        fake.on('GET /v1/channel-connections', () => ok({ connections: [feed], nextCursor: null }));
      },
    });
    const block = grid.locator(`[data-block="${imported.id}"]`);
    await dragBy(page, block, night(grid, 1, '2027-06-15'));
    await page
      .getByRole('alert')
      .getByText(/^Imported from works.example/)
      .waitFor();
    await block.click();
    await page
      .getByRole('region', { name: 'Blocked by works.example' })
      .getByText('Imported from works.example: it can be changed there alone.')
      .waitFor();
    expect(await page.getByRole('button', { name: 'Open these nights' }).count()).toBe(0);
    expect(api.sent(PATCH)).toEqual([]);
  });
});
