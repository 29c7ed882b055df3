import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { refuse } from '@lodging/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuditRepository } from '../src/outbound/audit/audit-repository.ts';
import { HttpClient } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { makeKey, makeOperator, makeTenant, signIn } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
let db: Database;
let owner: Database;

const open = (url: string) => openDatabase({ url, schema: 'gateway', log: gateway.log, maxConnections: 2 });

beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway(), startStubServices()]);
  db = open(gateway.postgresUrl);
  owner = open(gateway.postgresOwnerUrl);
});

beforeEach(async () => {
  tenant = await makeTenant(gateway);
});

afterAll(async () => {
  await db.close();
  await owner.close();
  await gateway.stop();
  await stubs.stop();
});

const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Entry {
  readonly id: string;
  readonly target: { kind: string; id: string } | null;
  readonly changes: { field: string; before: unknown; after: unknown }[];
}

const raw = async (database: Database, sql: string, values: unknown[] = []) =>
  database.acrossTenants((tx) => tx.query(sql, values));
/** As the owner of the schema, in a statement of its own. */
const asOwner = (sql: string) => owner.inTenant(tenant.id, (tx) => tx.query(sql));
const changesOf = (entry: Entry | undefined) =>
  Object.fromEntries((entry?.changes ?? []).map(({ field, before, after }) => [field, [before, after]]));

describe('a refund', () => {
  const booking = randomUUID();
  const refund = {
    id: randomUUID(),
    reservationId: booking,
    amountMinorUnits: '500',
    currency: 'EUR',
    state: 'succeeded',
    providerRefundId: 're_1',
  };
  const path = `/v1/bookings/${booking}/refunds`;
  const refunds = async () => {
    const query = `tenantId=${tenant.id}&action=refund.created`;
    const answer = await gateway.admin.get(`/admin/v1/audit?${query}`);
    return answer.body['entries'] as Entry[];
  };

  it('is recorded with the key, by its name, and the refunded amount', async () => {
    stubs.answer('refund-booking', { ok: true, value: refund });
    const made = await makeKey(gateway, tenant.id, { kind: 'secret', mode: 'live', name: 'front desk' });
    const answer = await new HttpClient(gateway.url, made.key).post(path, { amountMinorUnits: '500' });
    expect(answer.status).toBe(201);
    expect(await refunds()).toEqual([
      {
        id: expect.stringMatching(UUID),
        at: expect.stringMatching(TIMESTAMP),
        actor: { kind: 'secret_key', id: made.id, name: 'front desk' },
        tenantId: tenant.id,
        action: 'refund.created',
        target: { kind: 'refund', id: refund.id },
        requestId: answer.headers.get('x-request-id'),
        address: '127.0.0.1',
        changes: [
          { field: 'mode', before: null, after: 'live' },
          { field: 'reservationId', before: null, after: booking },
          { field: 'requestedMinorUnits', before: null, after: '500' },
          { field: 'amountMinorUnits', before: null, after: '500' },
          { field: 'currency', before: null, after: 'EUR' },
          { field: 'state', before: null, after: 'succeeded' },
        ],
      },
    ]);
  });

  it('is recorded with the operator, in the sandbox too, under the live tenant', async () => {
    stubs.answer('refund-booking', { ok: true, value: refund });
    const person = await makeOperator(gateway, tenant.id);
    expect((await (await signIn(gateway, person, 'test')).post(path, {})).status).toBe(201);
    const [entry] = await refunds();
    expect(entry).toMatchObject({
      actor: { kind: 'operator', id: person.id, name: person.email },
      tenantId: tenant.id,
    });
    expect(changesOf(entry)).toMatchObject({ mode: [null, 'test'], requestedMinorUnits: [null, null] });
  });

  it('that is refused leaves no entry', async () => {
    stubs.answer('refund-booking', refuse('nothing_to_refund', 'Nothing is left.'));
    expectProblem(await tenant.secret.post(path, {}), 'nothing_to_refund');
    expectProblem(await tenant.secret.post(path, { amountMinorUnits: 'x' }), 'validation_failed');
    expect(await refunds()).toEqual([]);
    expect(await raw(db, 'SELECT id FROM audit_intents')).toEqual([]);
  });

  it('is stored before it is requested, and survives the end of the process', async () => {
    const stored: unknown[] = [];
    stubs.answer('refund-booking', async () => {
      stored.push(...(await raw(db, 'SELECT action, target_id FROM audit_intents')));
      return { ok: true as const, value: refund };
    });
    await tenant.secret.post(path, {});
    expect(stored).toEqual([{ action: 'refund.created', target_id: booking }]);
    expect(await raw(db, 'SELECT id FROM audit_intents')).toEqual([]);
    // As a process leaves it that died after the money had moved.
    const [entry] = await refunds();
    const columns =
      'actor_kind, actor_id, actor_name, tenant_id, action, target_kind, target_id, request_id, address, changes';
    const orphan = (ageMinutes: number) =>
      raw(
        db,
        `INSERT INTO audit_intents (id, at, ${columns}, begun_at)
         SELECT gen_random_uuid(), at, ${columns}, now() - make_interval(mins => $2) FROM audit_entries WHERE id = $1`,
        [entry?.id, ageMinutes],
      );
    await orphan(6);
    await orphan(1);
    const audit = createAuditRepository(db);
    const moved = await Promise.all([audit.completeAbandoned(), audit.completeAbandoned()]);
    expect(moved.toSorted((one, two) => one - two)).toEqual([0, 1]);
    expect(await raw(db, 'SELECT id FROM audit_intents')).toHaveLength(1);
    await raw(db, 'DELETE FROM audit_intents');
    const all = await refunds();
    expect(all).toHaveLength(2);
    const completed = all.find(({ id }) => id !== entry?.id);
    expect(changesOf(completed)).toMatchObject({ outcome: [null, 'unknown'] });
  });

  it('has an unknown outcome where no answer came', async () => {
    stubs.answer('refund-booking', refuse('service_unavailable', 'Payments does not answer.'));
    await tenant.secret.post(path, {});
    const [entry] = await refunds();
    expect(entry?.target).toEqual({ kind: 'booking', id: booking });
    expect(changesOf(entry)).toMatchObject({ outcome: [null, 'unknown'] });
  });

  it('is not requested where it cannot be recorded', async () => {
    stubs.answer('refund-booking', { ok: true, value: refund });
    const before = stubs.calls.get('refund-booking')?.length;
    await asOwner('REVOKE INSERT ON audit_intents FROM gateway_app, gateway_job');
    try {
      expect((await tenant.secret.post(path, {})).status).toBe(500);
    } finally {
      await asOwner('GRANT INSERT ON audit_intents TO gateway_app, gateway_job');
    }
    expect(stubs.calls.get('refund-booking')?.length).toBe(before);
  });
});

describe('a penalty that the operator decides', () => {
  const booking = randomUUID();
  const path = `/v1/bookings/${booking}`;
  const entries = async () => {
    const query = `tenantId=${tenant.id}&action=booking.penalty_overridden`;
    const answer = await gateway.admin.get(`/admin/v1/audit?${query}`);
    return answer.body['entries'] as Entry[];
  };

  it('is recorded with its amount; a cancellation by the policy is not', async () => {
    stubs.answer('cancel-booking', { ok: true, value: { id: booking, state: 'cancelled' } });
    const send = (body: object) => tenant.secret.send('PATCH', path, { body });
    expect((await send({ state: 'cancelled' })).status).toBe(200);
    expect(await entries()).toEqual([]);
    const penalty = { kind: 'fixed', amountMinorUnits: '2500' };
    expect((await send({ state: 'cancelled', penalty })).status).toBe(200);
    const [entry] = await entries();
    expect(entry).toMatchObject({ target: { kind: 'booking', id: booking } });
    expect(changesOf(entry)).toMatchObject({
      state: [null, 'cancelled'],
      penalty: [null, 'fixed'],
      requestedMinorUnits: [null, '2500'],
    });
  });
});
