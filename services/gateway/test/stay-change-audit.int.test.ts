import { randomUUID } from 'node:crypto';
import { resolveConflict } from '@lodging/contract-channels';
import type { ConflictRecord } from '@lodging/contract-channels';
import { changeManagedStay, changeStay } from '@lodging/contract-reservations';
import type { ChangedBookingWire } from '@lodging/contract-reservations';
import { exampleOf } from '@lodging/contract-wire';
import { refuse } from '@lodging/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Entry } from './audited.ts';
import { makeTenant } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
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

const answer = exampleOf(changeStay.response) as ChangedBookingWire;
const { change } = answer;
const { bookingId } = change;
const changesPath = `/v1/bookings/${bookingId}/changes`;

async function entries(): Promise<Entry[]> {
  const audit = await gateway.admin.get(`/admin/v1/audit?tenantId=${tenant.id}`);
  const all = audit.body['entries'] as Entry[];
  return all.filter(({ action }) => action.startsWith('booking.'));
}

const fieldsOf = ({ changes }: Entry) =>
  Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]]));

const beforeAndAfter = {
  mode: [null, 'live'],
  to: [change.previous.to, change.proposed.to],
  totalMinorUnits: [change.previous.totalMinorUnits, change.proposed.totalMinorUnits],
  changeId: [null, change.id],
  state: [null, change.state],
};

const send = (idempotencyKey: string = randomUUID()) =>
  tenant.secret.post(changesPath, { changeToken: 'a.b.c' }, { 'idempotency-key': idempotencyKey });

describe('the audit trail of a changed stay', () => {
  it('names who changed it, and each field before and after', async () => {
    stubs.answer('change-stay', { ok: true, value: answer });
    expect((await send()).status).toBe(201);
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'booking.changed',
      actor: { kind: 'secret_key' },
      target: { kind: 'booking', id: bookingId },
    });
    expect(entry && fieldsOf(entry)).toMatchObject(beforeAndAfter);
    expect(entry && fieldsOf(entry)).not.toHaveProperty('partySize');
  });

  it('has no entry of a refused change', async () => {
    stubs.answer('change-stay', refuse('booking_conflict', 'Taken.'));
    expect((await send()).status).toBe(409);
    expect(await entries()).toEqual([]);
  });

  it('names the guest who changed the own booking', async () => {
    stubs.answer('change-managed-stay', { ok: true, value: exampleOf(changeManagedStay.response) });
    const headers = { 'guest-token': 'a.b.c', 'idempotency-key': randomUUID() };
    const sent = await tenant.browser.post('/v1/manage/changes', { changeToken: 'a.b.c' }, headers);
    expect(sent.status).toBe(201);
    const [entry] = await entries();
    expect(entry).toMatchObject({ actor: { kind: 'guest' }, target: { kind: 'booking', id: bookingId } });
    expect(entry && fieldsOf(entry)).toMatchObject(beforeAndAfter);
  });

  it('names the change that was ended', async () => {
    stubs.answer('end-change', { ok: true, value: { ended: true } });
    expect((await tenant.secret.send('DELETE', `${changesPath}/${change.id}`)).status).toBe(204);
    const [entry] = await entries();
    expect(entry).toMatchObject({
      action: 'booking.change_ended',
      target: { kind: 'booking', id: bookingId },
    });
    expect(entry && fieldsOf(entry)).toMatchObject({ changeId: [null, change.id] });
  });

  it('names the conflict out of which a stay was moved; without a change there is none', async () => {
    const conflictId = randomUUID();
    const example = exampleOf(resolveConflict.response) as ConflictRecord;
    const conflict = { ...example, id: conflictId, reservationId: bookingId, status: 'open' };
    stubs.answer('read-conflict', { ok: true, value: conflict });
    stubs.answer('change-stay', { ok: true, value: answer });
    stubs.answer('resolve-conflict', { ok: true, value: { ...conflict, status: 'resolved_relocated' } });
    const resolve = (body: object) =>
      tenant.secret.send('PATCH', `/v1/channel/conflicts/${conflictId}`, {
        body: { status: 'resolved_relocated', ...body },
      });
    expect((await resolve({})).status).toBe(200);
    expect(await entries()).toEqual([]);
    expect((await resolve({ changeToken: 'a.b.c' })).status).toBe(200);
    const [entry] = await entries();
    expect(entry).toMatchObject({ action: 'booking.changed' });
    expect(entry && fieldsOf(entry)).toMatchObject({ conflictId: [null, conflictId] });
  });
});
