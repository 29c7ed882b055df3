// Refunds by the rules are in the audit trail, with the system as their actor.
import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { openDatabase } from '@lodging/kit-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuditRepository } from '../src/outbound/audit/audit-repository.ts';
import type { PaymentsClient } from '../src/ports/neighbours.ts';
import { recordAutomaticRefunds } from '../src/use-cases/audit/record-automatic-refunds.ts';
import { makeTenant } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import type { RunningGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;

const refundOf = (tenantId: string, reason = 'late') => ({
  tenantId,
  id: randomUUID(),
  reservationId: randomUUID(),
  amountMinorUnits: '20000',
  currency: 'EUR',
  state: 'succeeded',
  reason,
  createdAt: '2026-11-20T08:00:00Z',
  changedAt: '2026-11-20 08:00:01.123456+00',
  isFinal: true,
});
const answer = (...refunds: ReturnType<typeof refundOf>[]) =>
  stubs.answer('list-unrequested-refunds', { ok: true, value: { refunds } });
const trail = async (): Promise<Record<string, unknown>[]> => {
  const { body } = await gateway.admin.get(`/admin/v1/audit?tenantId=${tenant.id}&actor=system`);
  return body['entries'] as Record<string, unknown>[];
};

beforeAll(async () => {
  stubs = await startStubServices();
  gateway = await startGateway();
  tenant = await makeTenant(gateway);
});
afterAll(async () => {
  await gateway.stop();
  await stubs.stop();
});

it('is recorded by a timer, for the live tenant also where it was the sandbox', async () => {
  const [late, dashboard] = [refundOf(tenant.id), refundOf(tenant.sandboxId, 'provider')];
  answer(late, dashboard);
  const entries = await eventually(
    'both are there',
    async () => {
      const found = await trail();
      return found.length === 2 && found;
    },
    { withinMs: 30_000 },
  );
  const expected = (refund: typeof late, actor: string) => ({
    id: refund.id,
    at: '2026-11-20T08:00:00.000Z',
    actor: { kind: 'system', id: actor, name: null },
    tenantId: tenant.id,
    action: 'refund.created',
    target: { kind: 'refund', id: refund.id },
    requestId: refund.id,
    address: null,
    changes: [
      { field: 'reservationId', before: null, after: refund.reservationId },
      { field: 'amountMinorUnits', before: null, after: '20000' },
      { field: 'currency', before: null, after: 'EUR' },
      { field: 'state', before: null, after: 'succeeded' },
      { field: 'reason', before: null, after: refund.reason },
    ],
  });
  expect(entries).toHaveLength(2);
  expect(entries).toContainEqual(expected(late, 'payments'));
  expect(entries).toContainEqual(expected(dashboard, 'payment_provider'));
  expect(stubs.calls.get('list-unrequested-refunds')?.[0]?.ctx.caller.kind).toBe('service');
}, 60_000);

it('is recorded once by several processes, and what was recorded first stays', async () => {
  const db = openDatabase({
    url: gateway.postgresUrl,
    schema: 'gateway',
    log: gateway.log,
    maxConnections: 2,
  });
  const audit = createAuditRepository(db);
  const refund = refundOf(tenant.id);
  const before = (await trail()).length;
  const record = (state: 'pending' | 'failed') => {
    const payments = {
      listUnrequestedRefunds: () =>
        Promise.resolve({ ok: true, value: { refunds: [{ ...refund, state, reason: 'late' as const }] } }),
    };
    return recordAutomaticRefunds({ audit, payments: payments as unknown as PaymentsClient }, {});
  };
  await record('pending');
  await Promise.all(Array.from({ length: 8 }, () => record('failed')));
  const entries = await trail();
  expect(entries).toHaveLength(before + 1);
  expect(JSON.stringify(entries.find(({ id }) => id === refund.id))).toContain('"after":"pending"');
  expect(await audit.newestOfSystem('refund.created')).toEqual(Temporal.Instant.from(refund.createdAt));
  await db.close();
});
