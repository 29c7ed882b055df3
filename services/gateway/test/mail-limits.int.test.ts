import { randomUUID } from 'node:crypto';
import { ok } from '@lodging/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTenant } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
import { expectProblem } from './expect-problem.ts';
import { startGateway } from './start-gateway.ts';
import type { RunningGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway(), startStubServices()]);
  tenant = await makeTenant(gateway);
});
afterAll(async () => {
  await gateway.stop();
  await stubs.stop();
});

const limits = { mailsPerAddressHour: 10, mailsPerAddressDay: 20 };
const pathOf = (id: string) => `/admin/v1/tenants/${id}/mail-limits`;
const change = (body: object, id = tenant.id) => gateway.admin.send('PATCH', pathOf(id), { body });

describe('the limits of mails', () => {
  it.each([
    ['live', () => tenant.id],
    ['test', () => tenant.sandboxId],
  ] as const)('are read and changed in notifications, with mode %s', async (mode, tenantOf) => {
    const ctx = { tenantId: tenantOf(), livemode: mode === 'live', caller: { kind: 'platform' } };
    stubs.answer('read-mail-limits', ok(limits));
    stubs.answer('limit-mails', (changes: object) => ok({ ...limits, ...changes }));
    expect((await gateway.admin.get(`${pathOf(tenant.id)}?mode=${mode}`)).body).toEqual({ mode, ...limits });
    expect(stubs.calls.get('read-mail-limits')?.at(-1)).toMatchObject({ ctx });
    const changed = await change({ mode, mailsPerAddressHour: null });
    expect([changed.status, changed.body]).toEqual([200, { mode, ...limits, mailsPerAddressHour: null }]);
    expect(stubs.calls.get('limit-mails')?.at(-1)).toMatchObject({
      request: { mailsPerAddressHour: null },
      ctx,
    });
    const trail = await gateway.admin.get(
      `/admin/v1/audit?tenantId=${tenant.id}&action=tenant.mail_limits_changed&limit=1`,
    );
    expect(trail.body['entries']).toMatchObject([
      {
        changes: [
          { field: 'mode', before: mode, after: mode },
          { field: 'mailsPerAddressHour', before: 10, after: null },
        ],
      },
    ]);
  });

  it('that are the same already are not sent, and leave no entry', async () => {
    stubs.answer('read-mail-limits', ok(limits));
    const before = stubs.calls.get('limit-mails')?.length;
    for (const body of [{ mode: 'live' }, { mode: 'live', mailsPerAddressDay: 20 }])
      expect((await change(body)).body).toEqual({ mode: 'live', ...limits });
    expect(stubs.calls.get('limit-mails')?.length).toBe(before);
  });

  it('are settings of the tenant, too: set with its others for both modes, and shown with it', async () => {
    stubs.answer('read-mail-limits', ok(limits));
    stubs.answer('limit-mails', (changes: object) => ok({ ...limits, ...changes }));
    const sent = () => stubs.calls.get('limit-mails')?.length ?? 0;
    const before = sent();
    const path = `/admin/v1/tenants/${tenant.id}`;
    const body = { mailsPerAddressDay: 3, maxOpenHolds: 7 };
    const changed = await gateway.admin.send('PATCH', path, { body });
    expect([changed.status, changed.body]).toMatchObject([200, { id: tenant.id, maxOpenHolds: 7 }]);
    expect(stubs.calls.get('limit-mails')?.slice(before)).toMatchObject([
      { request: { mailsPerAddressDay: 3 }, ctx: { tenantId: tenant.id, livemode: true } },
      { request: { mailsPerAddressDay: 3 }, ctx: { tenantId: tenant.sandboxId, livemode: false } },
    ]);
    stubs.answer('read-mail-limits', ok({ ...limits, mailsPerAddressDay: 3 }));
    expect((await gateway.admin.get(path)).body).toMatchObject({ ...limits, mailsPerAddressDay: 3 });
    await gateway.admin.send('PATCH', path, { body: { maxOpenHolds: 8 } });
    expect(sent()).toBe(before + 2);
    for (const wrong of [-1, 1.5, '3'])
      expectProblem(
        await gateway.admin.send('PATCH', path, { body: { mailsPerAddressHour: wrong } }),
        'validation_failed',
      );
  });

  it('that notifications does not take change nothing of the tenant, which is shown without them', async () => {
    stubs.answer('read-mail-limits', () => {
      throw new Error('it broke');
    });
    const path = `/admin/v1/tenants/${tenant.id}`;
    const body = { mailsPerAddressDay: 4, maxOpenHolds: 9 };
    expectProblem(await gateway.admin.send('PATCH', path, { body }), 'service_unavailable');
    const shown = await gateway.admin.get(path);
    expect([shown.status, shown.body]).toMatchObject([200, { maxOpenHolds: 8 }]);
    expect(Object.keys(shown.body)).not.toContain('mailsPerAddressDay');
  });

  it('are refused with another number, without a mode, and of an unknown tenant', async () => {
    for (const wrong of [-1, 1.5, '3', true, 1_000_001])
      expectProblem(await change({ mode: 'live', mailsPerAddressDay: wrong }), 'validation_failed');
    expectProblem(await change({ mailsPerAddressDay: 3 }), 'validation_failed');
    expectProblem(await change({ mode: 'live' }, randomUUID()), 'tenant_not_found');
    expectProblem(await gateway.admin.get(pathOf(randomUUID())), 'tenant_not_found');
    // The sandbox is reached through its live tenant.
    expectProblem(await change({ mode: 'test' }, tenant.sandboxId), 'tenant_not_found');
  });
});
