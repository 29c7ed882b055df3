import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeApi, NOW, ok, problem } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';
import { fakeCalendar } from './fake-calendar.ts';
import { openConsole } from './open-console.ts';
import type { Options, Site, Visit } from './open-console.ts';
import { booking, ids, PERMISSIONS } from './records.ts';
import type { FakeBooking } from './records.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

const ID = ids.booking(1);

function refunding(api: FakeApi): FakeApi {
  api.on('POST /v1/bookings/{id}/refunds', ({ body }) => {
    const found = api.bookings.get(ID);
    if (found === undefined) return problem({ status: 404, code: 'booking_not_found' });
    const { amountMinorUnits = '40000' } = body as { amountMinorUnits?: string };
    if (BigInt(amountMinorUnits) > 40_000n) return problem({ status: 409, code: 'refund_exceeds_payment' });
    const refund = { id: `refund-${found.money.refunds.length}`, reservationId: ID, amountMinorUnits };
    const made = { ...refund, currency: 'EUR', state: 'pending', reason: 'requested', createdAt: NOW };
    const refunds = [...found.money.refunds, { ...made, paymentId: 'p', providerRefundId: null } as never];
    api.bookings.set(ID, { ...found, money: { ...found.money, refunds } });
    return { status: 201, body: made };
  });
  return api;
}

async function openBooking(api: FakeApi, options: Pick<Options, 'locale'> = {}): Promise<Visit> {
  const visit = await site.open({ ...options, api, path: `/bookings/${ID}` });
  await visit.page.getByRole('heading', { level: 1 }).waitFor();
  return visit;
}

function apiWith(more: Partial<FakeBooking> = {}): FakeApi {
  const api = fakeApi();
  api.bookings.set(ID, booking({ more }));
  return api;
}

it('shows the bill as it was sold: what is paid at the property is in no total', async () => {
  const { page, faults } = await openBooking(apiWith());
  const bill = page.getByRole('table', { name: 'Bill' });
  await bill.getByRole('row', { name: /VAT 7 %.*included.*€26.17/ }).waitFor();
  await bill.getByRole('row', { name: /Total €400.00/ }).waitFor();
  const atProperty = page.getByRole('table', { name: 'Paid at the property' });
  await atProperty.getByRole('row', { name: /City tax.*€10.00/ }).waitFor();
  expect(await page.locator('dt:text-is("Booking number") + dd').textContent()).toBe('9CFJNRVY');
  expect(await page.locator('[data-state=confirmed]').count()).toBe(1);
  expect(faults).toEqual([]);
});

it('a booking of another tenant and one that never was look the same', async () => {
  const api = apiWith();
  const texts: (string | null)[] = [];
  for (const id of [ids.booking(77), 'no-id']) {
    const { page } = await site.open({ api, path: `/bookings/${id}` });
    await page.getByRole('heading', { level: 1, name: 'There is no such booking here' }).waitFor();
    texts.push(await page.getByRole('main').textContent());
  }
  expect(texts[0]).toBe(texts[1]);
});

describe('refunds', () => {
  it('of an amount are shown, and one above what was paid is refused in words', async () => {
    const api = refunding(apiWith());
    const { page } = await openBooking(api);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund' });
    await dialog.getByLabel('Amount').fill('5.00');
    await dialog.getByRole('button', { name: 'Refund €5.00' }).click();
    await page
      .getByRole('table', { name: 'Payments' })
      .getByRole('row', { name: /Refund.*-€5.00/ })
      .waitFor();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await dialog.getByLabel('Amount').fill('500');
    await dialog.getByRole('button', { name: 'Refund €500.00' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/more than what was paid/)
      .waitFor();
    expect(api.bookings.get(ID)?.money.refunds).toHaveLength(1);
  });

  it('whose answer is lost are looked up before they can be sent again, and have the same key', async () => {
    const api = refunding(apiWith());
    const { page, before } = await openBooking(api);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund' });
    await dialog.getByLabel('Amount').fill('5.00');
    before(/^POST .*refunds$/, () => 'drop');
    await dialog.getByRole('button', { name: 'Refund €5.00' }).click();
    const alert = dialog.getByRole('alert');
    await alert.getByText(/not known whether/).waitFor();
    await alert.getByRole('listitem').getByText('€5.00').waitFor();
    expect(api.bookings.get(ID)?.money.refunds).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Refund €5.00' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const keys = api.sent('POST /v1/bookings/{id}/refunds').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('whose answer is lost with the connection wait for it, and then say what there is', async () => {
    const api = refunding(apiWith());
    const { page, context, before, goOffline, goOnline } = await openBooking(api);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund' });
    await dialog.getByLabel('Amount').fill('5.00');
    before(/^POST .*refunds$/, () => {
      goOffline();
      return 'drop';
    });
    const send = dialog.getByRole('button', { name: 'Refund €5.00' });
    await send.click();
    await page
      .getByRole('status', { name: 'Messages' })
      .getByText(/^Last updated/)
      .waitFor();
    await context.clock.runFor(10_000);
    expect(await dialog.getByRole('alert').count()).toBe(0);
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    goOnline();
    await context.clock.runFor(3_000);
    await dialog.getByRole('alert').getByRole('listitem').getByText('€5.00').waitFor();
    expect(await send.getAttribute('aria-disabled')).toBe(null);
    await context.close();
  });

  it('are not offered to whom they are not allowed', async () => {
    const api = apiWith();
    if (api.session !== null) api.session = { ...api.session, permissions: PERMISSIONS['front_desk'] ?? [] };
    const { page } = await openBooking(api);
    await page.getByText('A manager can refund this.').waitFor();
    expect(await page.getByRole('button', { name: /^Refund/ }).count()).toBe(0);
  });
});

it('the history says what a stay was, and what it became', async () => {
  const api = apiWith();
  const entry = { id: 'entry-1', at: NOW, version: 4, requestId: null, note: null, action: 'changed' };
  const changes = [
    { field: 'to', before: '2027-06-12T09:00:00.000Z', after: '2027-06-13T09:00:00.000Z' },
    { field: 'resourceId', before: ids.resource(1), after: ids.resource(2) },
    { field: 'totalMinorUnits', before: '40000', after: '60000' },
    { field: 'guestPhone', before: null, after: 'set' },
    { field: 'occupancyChildren', before: 1, after: 2 },
    { field: 'childAges', before: null, after: [4, 9] },
    { field: 'taxExemptions', before: ['CITY'], after: [] },
  ];
  const actor = { kind: 'operator', id: 'o', label: 'Mara' };
  api.on('GET /v1/bookings/{id}/history', () =>
    ok({ entries: [{ ...entry, changes, actor }], nextCursor: null }),
  );
  const { page } = await openBooking(api);
  const item = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await item.getByText('departure: Sat 12 Jun 2027 → Sun 13 Jun 2027').waitFor();
  await item.getByText('resource: Room 101 → Room 102').waitFor();
  await item.getByText('total: €400.00 → €600.00').waitFor();
  await item.getByText('children: 1 → 2', { exact: true }).waitFor();
  await item.getByText('ages of children: – → 4, 9').waitFor();
  await item.getByText('tax exemptions: CITY → –').waitFor();
  expect(await item.getByText(/set/).count()).toBe(0);
});

it('a cancellation shows its cost of this moment, and until when that holds', async () => {
  const api = apiWith();
  const { page } = await openBooking(api);
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel booking' });
  await dialog.locator('dt:text-is("Kept") + dd').getByText('€200.00').waitFor();
  await dialog.getByText(/until Sat 12 Jun 2027/).waitFor();
  expect(await dialog.getByRole('radio').count()).toBe(0);
  await dialog.getByLabel('Reason').fill('Flight cancelled');
  await dialog.getByRole('button', { name: 'Cancel this booking' }).click();
  await page.locator('[data-state=cancelled]').waitFor();
  expect(api.sent('PATCH /v1/bookings/{id}')).toMatchObject([
    { headers: { 'if-match': '"v3"' }, body: { state: 'cancelled', reason: 'Flight cancelled' } },
  ]);
});

it('the terms of the sale are shown in words, and what cancelling costs is read again once it changes', async () => {
  const api = apiWith();
  let penaltyMinorUnits = '20000';
  api.on('GET /v1/bookings/{id}/cancellation', () => {
    const validUntil = penaltyMinorUnits === '20000' ? '2027-06-10T08:10:00.000Z' : null;
    return ok({ ...booking({}).preview, penaltyMinorUnits, validUntil });
  });
  const { page, context } = await openBooking(api);
  const section = page.getByRole('region', { name: 'Cancellation' });
  await section.getByText(/€200.00 until Thu 10 Jun 2027 10:10 \(in \d+ minutes\)/).waitFor();
  await section.getByRole('listitem').filter({ hasText: 'no-show' }).waitFor();
  penaltyMinorUnits = '40000';
  await context.clock.runFor(10 * 60_000 + 2_000);
  await section.getByText('€400.00').first().waitFor();
});

it('what became of each event is shown once it is in view, and is delivered again from there', async () => {
  const api = apiWith();
  const event = { id: 'event-1', type: 'reservation.confirmed', sequence: 7, timestamp: NOW };
  const endpoint = { id: 'endpoint-1', url: 'https://hooks.example/in', eventTypes: [], enabled: true };
  const delivery = { id: 'delivery-1', eventId: event.id, eventType: event.type, status: 'dead' };
  api.on('GET /v1/events', () => ok({ events: [{ ...event, data: { object: {} } }], nextCursor: null }));
  api.on('GET /v1/webhook-endpoints', () => ok({ webhookEndpoints: [{ ...endpoint, failureCount: 0 }] }));
  api.on('GET /v1/webhook-endpoints/{id}/deliveries', () =>
    ok({ deliveries: [{ ...delivery, attempts: [], createdAt: NOW }], nextCursor: null }),
  );
  api.on('POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver', () => ({
    status: 202,
    body: {},
  }));
  const { page } = await openBooking(api);
  const section = page.getByRole('region', { name: 'Events' });
  await section.getByText(/No. 7/).waitFor();
  // On a screen that is high enough from the beginning, else when it is scrolled to.
  await section.scrollIntoViewIfNeeded();
  const item = section.locator('[data-event=event-1] [data-delivery=delivery-1]');
  await item.getByText('Given up').waitFor();
  await item.getByRole('button', { name: 'Deliver again' }).click();
  await page.getByRole('status', { name: 'Messages' }).getByText('It is delivered again.').waitFor();
  expect(api.sent('POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver')).toHaveLength(1);
});

it('deliveries that cannot be read are said so, and a first try is followed', async () => {
  const api = apiWith();
  const event = { id: 'event-1', type: 'reservation.confirmed', sequence: 7, timestamp: NOW };
  const endpoint = { id: 'endpoint-1', url: 'https://hooks.example/in', eventTypes: [], enabled: true };
  const delivery = {
    id: 'delivery-1',
    eventId: event.id,
    eventType: event.type,
    attempts: [],
    createdAt: NOW,
  };
  const answer = (status: string) => () => ok({ deliveries: [{ ...delivery, status }], nextCursor: null });
  const LIST = 'GET /v1/webhook-endpoints/{id}/deliveries';
  api.on('GET /v1/events', () => ok({ events: [{ ...event, data: { object: {} } }], nextCursor: null }));
  api.on('GET /v1/webhook-endpoints', () => ok({ webhookEndpoints: [{ ...endpoint, failureCount: 0 }] }));
  api.on(LIST, () => problem({ status: 503, code: 'service_unavailable' }));
  const { page, context } = await openBooking(api);
  const section = page.getByRole('region', { name: 'Events' });
  await section.getByText(/No. 7/).waitFor();
  await section.scrollIntoViewIfNeeded();
  await section.getByRole('alert').waitFor();
  api.on(LIST, answer('pending'));
  await section.getByRole('button', { name: 'Try again' }).click();
  const item = section.locator('[data-event=event-1] [data-delivery=delivery-1]');
  await item.getByText('Waiting').waitFor();
  api.on(LIST, answer('succeeded'));
  await context.clock.runFor(6_000);
  await item.getByText('Delivered').waitFor();
});

it('without a policy a cancellation says that nothing goes back by itself', async () => {
  const preview = { legal: true, from: 'confirmed', allowed: ['cancelled'], at: NOW, timeline: [] };
  const none = { penaltyMinorUnits: null, refundMinorUnits: null, dueMinorUnits: null, validUntil: null };
  const api = apiWith({
    cancellationPolicy: null,
    preview: { ...preview, ...none, step: null, reason: 'no_policy' },
  });
  const { page } = await openBooking(api);
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await page
    .getByRole('dialog')
    .getByText(/nothing goes back by itself.*€400.00/)
    .waitFor();
});

it('money that nothing decides stays on the page of a cancelled stay, until it is refunded', async () => {
  const stay = booking({ state: 'cancelled', more: { cancellationPolicy: null } });
  const money = { ...stay.money, undecidedMinorUnits: '40000' };
  const api = refunding(apiWith({ ...stay, money }));
  const { page, context } = await openBooking(api);
  const region = page.getByRole('region', { name: 'Payments' });
  await region.locator('dt:text-is("Undecided") + dd').getByText('€400.00').waitFor();
  await region.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  await dialog.getByRole('button', { name: 'Refund all' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const found = api.bookings.get(ID);
  if (found) api.bookings.set(ID, { ...found, money: { ...found.money, undecidedMinorUnits: '0' } });
  await context.clock.runFor(31_000);
  await region.locator('dt:text-is("Undecided")').waitFor({ state: 'detached' });
});

it('what a cancellation keeps is waived by whom it is allowed to alone', async () => {
  const api = apiWith();
  if (api.session !== null) {
    const permissions = [...(PERMISSIONS['manager'] ?? []), 'booking:penalty:override' as const];
    api.session = { ...api.session, permissions };
  }
  const { page } = await openBooking(api);
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel booking' });
  const radios = dialog.getByRole('radio');
  await radios.first().waitFor();
  expect(await radios.evaluateAll((all) => all.map((one) => one.parentElement?.textContent))).toEqual([
    'By the policy',
    'Waive',
    'Other amount',
  ]);
  await dialog.getByRole('radio', { name: 'Waive' }).check();
  await dialog.getByRole('button', { name: 'Cancel this booking' }).click();
  await page.locator('[data-state=cancelled]').waitFor();
  expect(api.sent('PATCH /v1/bookings/{id}')).toMatchObject([
    { body: { state: 'cancelled', penalty: { kind: 'waive' } } },
  ]);
});

describe('the fields of a booking', () => {
  it('that were changed are saved in one PATCH; the e-mail address is none of them', async () => {
    const api = apiWith();
    const { page } = await openBooking(api);
    const region = page.getByRole('region', { name: 'Guest and notes' });
    await region.getByLabel('Name', { exact: true }).fill('Ada King');
    await region.getByLabel('Notes').fill('Late arrival');
    expect(await region.getByRole('textbox', { name: /mail/ }).count()).toBe(0);
    await region.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada King' }).waitFor();
    expect(api.sent('PATCH /v1/bookings/{id}')).toMatchObject([
      { headers: { 'if-match': '"v3"' }, body: { guestName: 'Ada King', notes: 'Late arrival' } },
    ]);
  });

  it('that the API finds wrong have the focus, the first of them', async () => {
    const api = apiWith();
    const errors = [{ pointer: '/guestPhone', message: 'Not a phone number.' }];
    api.refuse('PATCH /v1/bookings/{id}', { status: 400, code: 'validation_failed', errors });
    const { page } = await openBooking(api);
    const region = page.getByRole('region', { name: 'Guest and notes' });
    await region.getByLabel('Phone').fill('none');
    await region.getByLabel('Notes').fill('Late arrival');
    await region.getByRole('button', { name: 'Save' }).click();
    await region.getByText('Not a phone number.').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.id);
    expect(await focused()).toBe(await region.getByLabel('Phone').getAttribute('id'));
  });

  it('are named as wrong in the language of the operator, also where the page has no field for them', async () => {
    const api = apiWith();
    const errors = [
      { pointer: '/guestPhone', message: 'must have at most 50 characters' },
      { pointer: '/metadata/colour', message: 'must have at most 50 characters' },
    ];
    api.refuse('PATCH /v1/bookings/{id}', { status: 400, code: 'validation_failed', errors });
    const { page } = await openBooking(api, { locale: 'de-DE' });
    const region = page.getByRole('region', { name: 'Gast und Notizen' });
    await region.getByLabel('Telefon').fill('none');
    await region.getByRole('button', { name: 'Speichern' }).click();
    await region.getByText('Höchstens 50 Zeichen.').first().waitFor();
    await region.getByRole('alert').getByText('/metadata/colour').waitFor();
  });

  it('stay as they were typed when the session ends in between', async () => {
    const api = apiWith();
    const { page } = await openBooking(api);
    const region = page.getByRole('region', { name: 'Guest and notes' });
    await region.getByLabel('Notes').fill('Late arrival');
    // With the request itself: before it, a poll would find that it has ended while the button is pressed.
    let isEnded = false;
    await page.route('**/v1/bookings/*', async (route) => {
      if (route.request().method() === 'PATCH' && !isEnded) {
        api.session = null;
        isEnded = true;
      }
      await route.fallback();
    });
    await region.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill('right');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await region.getByLabel('Notes').inputValue()).toBe('Late arrival');
    await region.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status', { name: 'Messages' }).getByText('Saved.').waitFor();
    expect(api.bookings.get(ID)).toMatchObject({ notes: 'Late arrival', version: 4 });
  });

  it('a reference that is taken leads to the booking that has it', async () => {
    const api = apiWith();
    api.refuse('PATCH /v1/bookings/{id}', {
      status: 409,
      code: 'external_reference_taken',
      reservationId: ids.booking(5),
    });
    const { page } = await openBooking(api);
    await page.getByLabel('Your reference').fill('PMS-1');
    await page.getByRole('button', { name: 'Save' }).click();
    const link = page.getByRole('alert').getByRole('link');
    expect(await link.getAttribute('href')).toContain(ids.booking(5));
  });
});

it('a stay is extended from its page, and the change is listed with its difference', async () => {
  const api = apiWith();
  for (const [operation, handler] of Object.entries(fakeCalendar().operations)) api.on(operation, handler);
  const { page } = await openBooking(api);
  await page.getByRole('button', { name: 'Move or extend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move stay' });
  await dialog.getByLabel('Departure').fill('2027-06-13');
  await dialog.locator('dt:text-is("Difference") + dd').getByText('+€200.00').waitFor();
  expect(api.sent('POST /v1/bookings/{id}/changes')).toEqual([]);
  await dialog.getByRole('button', { name: 'Move stay' }).click();
  await page
    .getByRole('region', { name: 'Changes' })
    .getByRole('row', { name: /Room 101.*Sun 13 Jun.*Done.*€200.00/ })
    .waitFor();
  expect(api.bookings.get(ID)?.endsAt).toBe('2027-06-13T09:00:00.000Z');
});

it('a guest who brings a child is quoted with the age of the child, and the same dates', async () => {
  const api = apiWith();
  for (const [operation, answer] of Object.entries(fakeCalendar().operations)) api.on(operation, answer);
  const { page } = await openBooking(api);
  await page.getByRole('button', { name: 'Move or extend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move stay' });
  await dialog.getByLabel('Children').fill('1');
  await dialog.getByLabel('Age of child 1').fill('9');
  const quoted = () => api.sent('POST /v1/bookings/{id}/change-quotes').at(-1)?.body;
  await expect
    .poll(quoted)
    .toEqual({ partySize: 3, occupancyChildren: 1, childAges: [9], reprice: 'added_nights' });
});

it('what strangers typed is shown as text', async () => {
  const canary = '<img src=x onerror=alert(1)>';
  const api = apiWith({
    guestName: canary,
    notes: '=HYPERLINK("x") \u202Egnp',
    metadata: { '<b>': '<script>' },
  });
  api.on('GET /v1/bookings/{id}/mails', () => ok({ mails: [], nextCursor: null }));
  const { page, faults } = await openBooking(api);
  await page.getByRole('heading', { level: 1, name: canary }).waitFor();
  expect(await page.locator('img, main script, main b').count()).toBe(0);
  expect(faults).toEqual([]);
});

it('on paper there are the registration card and the bill, and no button', async () => {
  const { page } = await openBooking(apiWith());
  await page.getByRole('table', { name: 'Bill' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByText('Signature of the guest').waitFor();
  expect(await page.getByRole('table', { name: 'Bill' }).isVisible()).toBe(true);
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
});
