import { addDays, daysBetween } from '@lodging/format';
import { openConsole, picture } from './open-console.ts';
import { NOW, ok } from './fake-api.ts';
import type { Handler } from './fake-api.ts';
import { fakeBlock, fakeCalendar } from './fake-calendar.ts';
import { addPrices } from './fake-prices.ts';
import { addRates } from './fake-rates.ts';
import { sellingApi } from './fake-selling.ts';
import { guest } from './guest-records.ts';
import { booking, ids } from './records.ts';
import { settingsOperations } from './settings-operations.ts';
import { TAX_RULES } from './term-records.ts';

/** `node test/look.ts /bookings '/terms@Add policy' …`: addresses, and the dialog of a button, at three widths, light and dark. */
const SIZES = [
  [1280, 'light'],
  [1280, 'dark'],
  [1920, 'light'],
  [375, 'light'],
  [375, 'dark'],
] as const;

/** A few guests, and a feed that is held back. */
function guestOperations(): Record<string, Handler> {
  const names = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Katherine Johnson'];
  const guests = names.map((name, n) => guest({ n: n + 1, name }));
  const read = { at: NOW, events: 9, added: 0, moved: 0, removed: 0, durationMs: 412, error: null };
  const feed = {
    id: 'feed-1',
    channel: 'ical',
    feedUrl: 'https://www.airbnb.com/calendar/ical/***',
    status: 'error',
    createdAt: NOW,
    lastSyncAt: NOW,
    lastSuccessAt: NOW,
    nextSyncAt: NOW,
    failingSince: NOW,
    lastError: 'The calendar went from 40 to 9 events at once. The old ones stay.',
    eventCount: 40,
    quarantine: { since: NOW, eventsBefore: 40, eventsNow: 9 },
    listings: 2,
    blocks: 80,
  };
  return {
    'GET /v1/guests': () => ok({ guests, nextCursor: null }),
    'GET /v1/guests/{id}': () => ok(guest({ n: 1 })),
    'GET /v1/guests/{id}/stays': (_, { bookings }) =>
      ok({ bookings: [...bookings.values()].map((stay) => ({ ...stay, verified: true })), nextCursor: null }),
    'GET /v1/channel-connections': () =>
      ok({
        connections: [
          feed,
          { ...feed, id: 'feed-2', status: 'active', lastError: null, failingSince: null, quarantine: null },
        ],
        nextCursor: null,
      }),
    'GET /v1/channel-connections/{id}/listings': () =>
      ok({
        listings: [{ id: 'listing-1', resourceId: ids.resource(1), externalListingId: 'DBL-1' }],
        nextCursor: null,
      }),
    'GET /v1/channel-connections/{id}/reads': () =>
      ok({
        reads: [
          { ...read, outcome: 'quarantined', error: feed.lastError },
          { ...read, at: '2027-06-10T07:45:00.000Z', outcome: 'accepted', events: 40, added: 2, moved: 1 },
          { ...read, at: '2027-06-10T07:30:00.000Z', outcome: 'unchanged', events: 38 },
        ],
        nextCursor: null,
      }),
  };
}

const site = await openConsole();
for (const argument of process.argv.slice(2)) {
  const [path = '', button] = argument.split('@');
  for (const [width, colorScheme] of SIZES) {
    const selling = sellingApi();
    selling.minStay.set(2, 3);
    selling.blocked.add(3);
    const { api } = selling;
    const rates = addRates(api);
    for (const day of ['11', '12', '13']) {
      Object.assign(rates.night('FLEX', `2027-06-${day}`), { own: 15_000n, minStayNights: 2 });
      Object.assign(rates.night('NRF', `2027-06-${day}`), { stopSell: day === '12', closedToArrival: true });
    }
    api.bookings.set(booking({}).id, booking({}));
    const calendar = fakeCalendar();
    calendar.blocks.set(
      'a',
      fakeBlock(1, { resourceId: ids.resource(1), from: '2027-06-15', note: 'Shower' }),
    );
    calendar.blocks.set(
      'b',
      fakeBlock(2, { resourceId: ids.resource(2), from: '2027-06-12', to: '2027-06-16', kind: 'external' }),
    );
    for (const [operation, answer] of Object.entries(calendar.operations)) api.on(operation, answer);
    api.on('GET /v1/channel-connections', () =>
      ok({
        connections: [{ id: 'feed-1', status: 'active', feedUrl: 'https://works.example/…' }],
        nextCursor: null,
      }),
    );
    api.on('GET /v1/channel/conflicts', () =>
      ok({
        conflicts: [
          {
            id: 'conflict-1',
            connectionId: 'feed-1',
            reservationId: ids.booking(5),
            resourceId: ids.resource(2),
            startsAt: '2027-06-11T13:00:00.000Z',
            endsAt: '2027-06-13T09:00:00.000Z',
            unitsTaken: 2,
            units: 1,
            status: 'open',
            openedAt: NOW,
          },
        ],
        nextCursor: null,
      }),
    );
    for (const [operation, answer] of Object.entries({ ...settingsOperations(), ...guestOperations() }))
      api.on(operation, answer);
    for (let n = 2; n < 12; n += 1)
      api.bookings.set(
        booking({ n }).id,
        booking({
          n,
          guest: ['Grace Hopper', 'Alan Turing', 'Katherine Johnson', 'Annie Easley', null][n % 5] ?? null,
          from: `2027-06-${String(8 + (n % 6)).padStart(2, '0')}`,
          nights: 1 + (n % 4),
          resource: 1 + (n % 4),
          state:
            (['confirmed', 'checked_in', 'checked_out', 'held', 'cancelled', 'no_show'] as const)[n % 6] ??
            'confirmed',
          due: n % 3 === 0 ? '14000' : '0',
          more: n % 4 === 0 ? { notes: 'Late arrival, needs a cot.' } : {},
        }),
      );
    if (path.startsWith('/rates') || path.startsWith('/terms')) addPrices(api);
    api.on('GET /v1/tax-rules', () => ok({ taxRules: TAX_RULES, nextCursor: null }));
    api.on('GET /v1/resources/{id}/calendar', ({ ids: [id], query }) => {
      const from = (query.get('from') ?? '').slice(0, 10);
      const length = daysBetween(from, (query.get('to') ?? '').slice(0, 10));
      const days = Array.from({ length }, (_, at) => ({
        date: addDays(from, at),
        priceHintMinorUnits: at % 9 === 7 ? null : String(12_000 + (at % 7) * 550),
        restrictions: {},
      }));
      return ok({ resourceId: id, from, to: query.get('to'), currency: 'EUR', days });
    });
    const { page, context, faults } = await site.open({
      api,
      path,
      colorScheme,
      viewport: { width, height: 900 },
    });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    if (button !== undefined) await page.getByRole('button', { name: button }).first().click();
    await page.clock.runFor(1_000);
    await page.waitForTimeout(300);
    await picture(page, `${argument.replaceAll(/\W+/g, '-').replace(/^-/, '')}-${width}-${colorScheme}`);
    if (faults.length > 0) process.stdout.write(`${path} ${faults.join(' ')}\n`);
    await context.close();
  }
}
await site.close();
