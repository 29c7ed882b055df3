import { beforeAll, describe, expect, inject, it } from 'vitest';
import { bookedOffline, move, refund, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import { Client } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { confirm, hold, openPayment, payByCard, untilState, verifyGuest } from '../harness/stay.ts';
import type { HistoryEntry as Entry } from '../harness/records.ts';

const demo = inject('demo');
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  tenant = await makeTenant(demo);
  next = weeklyStays(await makeLodging(tenant.secret));
});

const historyOf = async (id: string) =>
  (await tenant.secret.get<{ entries: Entry[]; nextCursor: string | null }>(`/v1/bookings/${id}/history`))
    .body;
const actionsOf = async (id: string) => (await historyOf(id)).entries.map(({ action }) => action);

describe('the history of a booking', () => {
  it('lists what a guest, the provider and the operator did, and shows nothing of the guest', async () => {
    const { guestEmail: _guest, ...stay } = next();
    const { id } = await hold(tenant.browser, stay);
    const token = await verifyGuest(demo, tenant.browser, id);
    await payByCard(
      demo,
      { accountId: tenant.accountId } as DemoTenant,
      await openPayment(tenant.secret, id),
    );
    await confirm(tenant.browser, id, token);
    await untilState(tenant.secret, id, 'confirmed');
    await move(tenant.secret, id, 'checked_in');
    const refunded = await refund(tenant.secret, id, '5000');
    expect(refunded.status).toBe(201);
    const { entries } = await eventually('all is listed', async () => {
      const page = await historyOf(id);
      const has = (action: string) => page.entries.some((entry) => entry.action === action);
      return has('refunded') && has('payment_succeeded') ? page : undefined;
    });
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'checked_in',
      'confirmed',
      'created',
      'guest_verified',
      'payment_opened',
      'payment_succeeded',
      'refunded',
    ]);
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted());
    const actorOf = (action: string) => entries.find((entry) => entry.action === action)?.actor.kind;
    expect(actorOf('created')).toBe('publishable_key');
    expect(actorOf('guest_verified')).toBe('guest');
    expect(['guest', 'provider']).toContain(actorOf('confirmed'));
    expect(actorOf('checked_in')).toBe('secret_key');
    const [checkedIn, back] = ['checked_in', 'refunded'].map((action) =>
      entries.find((entry) => entry.action === action),
    );
    expect(back?.actor).toEqual(checkedIn?.actor);
    expect(back).toMatchObject({ requestId: refunded.headers.get('x-request-id'), note: 'requested' });
    expect(JSON.stringify(entries)).not.toMatch(/guest-|@/);
    const booking = await tenant.secret.get<{ version: number }>(`/v1/bookings/${id}`);
    expect(Math.max(...entries.map(({ version }) => version))).toBe(booking.body.version);
  });

  it('names the event with which the provider reported a payment, also where that confirmed the stay', async () => {
    const { id } = await hold(tenant.browser, next());
    const account = { accountId: tenant.accountId } as DemoTenant;
    await payByCard(demo, account, await openPayment(tenant.secret, id));
    await untilState(tenant.secret, id, 'confirmed');
    const { entries } = await historyOf(id);
    const actors = ['payment_succeeded', 'confirmed'].map(
      (action) => entries.find((entry) => entry.action === action)?.actor,
    );
    const provider = { kind: 'provider', id: expect.stringMatching(/^evt_/), label: null };
    expect(actors).toEqual([provider, provider]);
    expect(actors[0]?.id).toBe(actors[1]?.id);
  });

  it('names a key as it is named today, and not once it is revoked', async () => {
    const keys = `/admin/v1/tenants/${tenant.id}/api-keys`;
    const made = await tenant.admin.post<{ id: string; key: string }>(keys, {
      kind: 'secret',
      mode: 'live',
      name: 'front desk',
    });
    const { id } = await bookedOffline(new Client(demo.gatewayUrl, made.body.key), next());
    const labels = async () => (await historyOf(id)).entries.map(({ actor }) => [actor.id, actor.label]);
    expect(await labels()).toEqual([
      [made.body.id, 'front desk'],
      [made.body.id, 'front desk'],
    ]);
    await tenant.admin.send('DELETE', `${keys}/${made.body.id}`);
    expect(await labels()).toEqual([
      [made.body.id, null],
      [made.body.id, null],
    ]);
  });

  it('is for secret keys, page by page, and of the tenant’s own bookings', async () => {
    const { id } = await bookedOffline(tenant.secret, next());
    const path = `/v1/bookings/${id}/history`;
    expectProblem(await tenant.browser.get(path), 403, 'secret_key_required');
    expectProblem(await (await makeTenant(demo)).secret.get(path), 404, 'booking_not_found');
    expectProblem(await tenant.secret.get('/v1/bookings/x/history'), 404, 'booking_not_found');
    const first = (await tenant.secret.get<{ entries: Entry[]; nextCursor: string }>(`${path}?limit=1`)).body;
    const second = await tenant.secret.get<{ entries: Entry[] }>(
      `${path}?limit=1&cursor=${first.nextCursor}`,
    );
    expect([...first.entries, ...second.body.entries]).toEqual((await historyOf(id)).entries);
    expectProblem(await tenant.secret.get(`${path}?cursor=x`), 400, 'invalid_cursor');
    expect(await actionsOf(id)).toEqual(['created', 'confirmed']);
  });
});
