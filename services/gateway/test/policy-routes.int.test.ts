import { refuse } from '@lodging/kernel';
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

const none = { kind: 'none' };
const policy = { name: 'Flexible', afterwards: none, noShow: none };
const lastCall = (name: string) => stubs.calls.get(name)?.at(-1)?.request;

describe('a cancellation policy', () => {
  it('is put, read and deleted by its code as it was written', async () => {
    for (const name of ['put-cancellation-policy', 'read-cancellation-policy'])
      stubs.answer(name, { ok: true, value: { code: 'Flex_1' } });
    stubs.answer('delete-cancellation-policy', { ok: true, value: {} });
    const put = await tenant.secret.send('PUT', '/v1/cancellation-policies/Flex_1', {
      body: { ...policy, code: 'other' },
    });
    expect([put.status, put.body]).toEqual([200, { code: 'Flex_1' }]);
    expect(lastCall('put-cancellation-policy')).toEqual({ code: 'Flex_1', policy });
    expect((await tenant.secret.send('GET', '/v1/cancellation-policies/FLEX_1')).status).toBe(200);
    expect(lastCall('read-cancellation-policy')).toEqual({ code: 'FLEX_1' });
    const deleted = await tenant.secret.send('DELETE', '/v1/cancellation-policies/flex_1');
    expect([deleted.status, deleted.text]).toEqual([204, '']);
  });

  it('has a code of any form in the path: the service decides on it', async () => {
    stubs.answer('read-cancellation-policy', refuse('policy_not_found', 'There is none.'));
    for (const code of ['%00', '%20', 'a%2Fb', '%F0%9F%92%A9', 'x'.repeat(2_000)])
      expectProblem(await tenant.secret.send('GET', `/v1/cancellation-policies/${code}`), 'policy_not_found');
    expect(lastCall('read-cancellation-policy')).toEqual({ code: 'x'.repeat(2_000) });
  });

  it('that does not fit is refused with a pointer to every such field', async () => {
    const answer = await tenant.secret.send('PUT', '/v1/cancellation-policies/flex', {
      body: { ...policy, noShow: { kind: 'tip' }, graceMinutes: -1, steps: [{ before: none }] },
    });
    const { errors } = expectProblem(answer, 'validation_failed') as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/graceMinutes',
      '/noShow/kind',
      '/steps/0/before/count',
      '/steps/0/before/unit',
      '/steps/0/penalty',
    ]);
  });

  it('that is in use is not deleted', async () => {
    stubs.answer('delete-cancellation-policy', refuse('policy_in_use', 'A plan names it.'));
    const answer = await tenant.secret.send('DELETE', '/v1/cancellation-policies/flex');
    expectProblem(answer, 'policy_in_use');
  });

  it('beyond the limit is refused with the number', async () => {
    stubs.answer(
      'put-cancellation-policy',
      refuse('limit_reached', 'A tenant has at most 200.', { limit: 200 }),
    );
    const answer = await tenant.secret.send('PUT', '/v1/cancellation-policies/flex', { body: policy });
    expect(expectProblem(answer, 'limit_reached')).toMatchObject({ limit: 200 });
  });

  it('is not for publishable keys', async () => {
    for (const [method, path] of [
      ['GET', '/v1/cancellation-policies'],
      ['GET', '/v1/cancellation-policies/flex'],
      ['PUT', '/v1/cancellation-policies/flex'],
      ['DELETE', '/v1/cancellation-policies/flex'],
    ] as const)
      expectProblem(await tenant.browser.send(method, path), 'secret_key_required');
  });
});

describe('the list of cancellation policies', () => {
  it('is read page by page with signed cursors', async () => {
    const position = '2027-05-03T09:00:00.000001Z flex';
    stubs.answer('list-cancellation-policies', {
      ok: true,
      value: { cancellationPolicies: [], nextAfter: position },
    });
    const first = await tenant.secret.send('GET', '/v1/cancellation-policies?limit=1');
    expect(lastCall('list-cancellation-policies')).toEqual({ limit: 1, after: null });
    const { nextCursor } = first.body as { nextCursor: string };
    await tenant.secret.send('GET', `/v1/cancellation-policies?cursor=${nextCursor}`);
    expect(lastCall('list-cancellation-policies')).toEqual({ limit: 20, after: position });
    expectProblem(
      await tenant.secret.send('GET', `/v1/cancellation-policies?cursor=x${nextCursor}`),
      'invalid_cursor',
    );
    expectProblem(
      await tenant.secret.send('GET', '/v1/cancellation-policies?limit=101'),
      'validation_failed',
    );
  });
});
