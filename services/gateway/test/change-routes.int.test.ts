import { randomUUID } from 'node:crypto';
import { resolveConflict } from '@lodging/contract-channels';
import type { ConflictRecord } from '@lodging/contract-channels';
import { changeManagedStay, changeStay, quoteChange } from '@lodging/contract-reservations';
import type { ChangedBookingWire } from '@lodging/contract-reservations';
import { exampleOf } from '@lodging/contract-wire';
import { refuse } from '@lodging/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeKey, makeTenant } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
import { expectProblem } from './expect-problem.ts';
import { HttpClient } from './http-client.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';
import { useGateway } from './use-gateway.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
useGateway((started) => ({ gateway, stubs } = started));
beforeEach(async () => {
  tenant = await makeTenant(gateway);
});

const changed = exampleOf(changeStay.response) as ChangedBookingWire;
const { bookingId } = changed.change;
const conflictId = randomUUID();
const conflict = {
  ...(exampleOf(resolveConflict.response) as ConflictRecord),
  id: conflictId,
  reservationId: bookingId,
};

describe('a change token', () => {
  const sendTo: Readonly<Record<string, (body: object) => Promise<{ status: number }>>> = {
    '/v1/bookings/{id}/changes': (body) =>
      tenant.secret.post(`/v1/bookings/${bookingId}/changes`, body, { 'idempotency-key': randomUUID() }),
    '/v1/manage/changes': (body) =>
      tenant.browser.post('/v1/manage/changes', body, {
        'guest-token': 'a.b.c',
        'idempotency-key': randomUUID(),
      }),
    '/v1/channel/conflicts/{id}': (body) =>
      tenant.secret.send('PATCH', `/v1/channel/conflicts/${conflictId}`, {
        body: { ...body, status: 'resolved_relocated' },
      }),
  };

  it.each(Object.entries(sendTo))('of 192 KiB fits in the body of %s', async (_, send) => {
    stubs.answer('change-stay', { ok: true, value: changed });
    stubs.answer('change-managed-stay', { ok: true, value: exampleOf(changeManagedStay.response) });
    stubs.answer('read-conflict', { ok: true, value: { ...conflict, status: 'open' } });
    stubs.answer('resolve-conflict', { ok: true, value: { ...conflict, status: 'resolved_relocated' } });
    expect((await send({ changeToken: 'x'.repeat(192 * 1024) })).status).toBeLessThan(300);
  });
});

describe('the ages of children of a change quote', () => {
  const path = `/v1/bookings/${bookingId}/change-quotes`;

  it('may come without their number, which is then the booked one', async () => {
    stubs.answer('quote-change', { ok: true, value: exampleOf(quoteChange.response) });
    expect((await tenant.secret.post(path, { childAges: [9] })).status).toBe(200);
  });

  it('are one for each of them where both come', async () => {
    const answer = await tenant.secret.post(path, { occupancyChildren: 2, childAges: [9] });
    expect(expectProblem(answer, 'validation_failed')).toMatchObject({ errors: [{ pointer: '/childAges' }] });
  });
});

describe('a conflict', () => {
  it('needs `book` for a change token, before it is looked up', async () => {
    const made = await makeKey(gateway, tenant.id, { kind: 'secret', mode: 'live', permissions: ['house'] });
    const client = new HttpClient(gateway.url, made.key);
    const resolve = (id: string, body: object) =>
      client.send('PATCH', `/v1/channel/conflicts/${id}`, { body });
    stubs.answer('read-conflict', refuse('conflict_not_found', 'There is none.'));
    stubs.answer('resolve-conflict', refuse('conflict_not_found', 'There is none.'));
    const status = 'resolved_relocated';
    for (const id of [randomUUID(), 'x']) {
      expectProblem(await resolve(id, { status, changeToken: 'a.b.c' }), 'insufficient_permission');
      expectProblem(await resolve(id, { status }), 'conflict_not_found');
    }
    const other = { status: 'resolved_cancelled', changeToken: 'a.b.c' };
    expectProblem(await resolve('x', other), 'validation_failed');
  });
});
