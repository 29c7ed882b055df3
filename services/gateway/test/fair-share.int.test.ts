import { randomUUID } from 'node:crypto';
import { OverShare } from '@lodging/kit-runtime';
import { Unavailable } from '@lodging/kit-messaging';
import { describe, expect, it } from 'vitest';
import type { TestTenant } from './build-tenant.ts';
import { expectProblem } from './expect-problem.ts';
import type { StubServices } from './stub-services.ts';
import type { RunningGateway } from './start-gateway.ts';
import { useGateway } from './use-gateway.ts';

let stubs: StubServices;
let gateway: RunningGateway;
let tenant: TestTenant;

useGateway((started) => ({ gateway, stubs, tenant } = started));

const REFUND = `/v1/bookings/${randomUUID()}/refunds`;

async function auditedRefunds(): Promise<unknown[]> {
  const found = await gateway.admin.get(`/admin/v1/audit?tenantId=${tenant.id}&action=refund.created`);
  return (found.body as { entries: { changes: unknown }[] }).entries.map(({ changes }) => changes);
}

describe('a tenant over its fair share', () => {
  it('gets 429 with Retry-After, whichever service refuses', async () => {
    const refusals = {
      'list-resources': () => {
        throw new OverShare('of the service');
      },
      'list-bookings': () => {
        throw new Unavailable('rpc.inventory.v1.any', 'rate-limited');
      },
    };
    for (const [operation, answer] of Object.entries(refusals)) stubs.answer(operation, answer);
    for (const path of ['/v1/resources', '/v1/bookings']) {
      const refused = await tenant.secret.get(path);
      expectProblem(refused, 'rate_limited');
      expect(refused.headers.get('retry-after')).toBe('1');
    }
  });

  it('has no entry in the audit trail for what was not run, and one for what may be done in part', async () => {
    const refund = () => tenant.secret.post(REFUND, { amountMinorUnits: '100' });
    stubs.answer('refund-booking', () => {
      throw new OverShare('of the service');
    });
    expectProblem(await refund(), 'rate_limited');
    expect(await auditedRefunds()).toEqual([]);
    stubs.answer('refund-booking', () => {
      throw new Unavailable('rpc.payments.v1.create-refund', 'rate-limited');
    });
    expectProblem(await refund(), 'rate_limited');
    expect(JSON.stringify(await auditedRefunds())).toContain('unknown');
  });
});

describe('the sandbox of a tenant', () => {
  it('names its live side to the services, which count both as one', async () => {
    stubs.answer('list-resources', { ok: true, value: { resources: [], nextAfter: null } });
    const callers: unknown[] = [];
    for (const client of [tenant.secret, tenant.testSecret]) {
      expect((await client.get('/v1/resources')).status).toBe(200);
      callers.push(stubs.calls.get('list-resources')?.at(-1)?.ctx);
    }
    expect(callers).toMatchObject([
      { tenantId: tenant.id },
      { tenantId: tenant.sandboxId, caller: { ownerId: tenant.id } },
    ]);
    expect(callers[0]).not.toHaveProperty('caller.ownerId');
  });
});
