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

const rule = { name: 'VAT', kind: 'tax', basis: 'percent', rateBps: '700' };
const lastCall = (name: string) => stubs.calls.get(name)?.at(-1)?.request;

describe('a tax rule', () => {
  it('is put, read and deleted by its code as it was written', async () => {
    for (const name of ['put-tax-rule', 'read-tax-rule'])
      stubs.answer(name, { ok: true, value: { code: 'Vat_1' } });
    stubs.answer('delete-tax-rule', { ok: true, value: {} });
    const put = await tenant.secret.send('PUT', '/v1/tax-rules/Vat_1', { body: { ...rule, code: 'other' } });
    expect([put.status, put.body]).toEqual([200, { code: 'Vat_1' }]);
    expect(lastCall('put-tax-rule')).toEqual({ code: 'Vat_1', rule });
    expect((await tenant.secret.send('GET', '/v1/tax-rules/VAT_1')).status).toBe(200);
    expect(lastCall('read-tax-rule')).toEqual({ code: 'VAT_1' });
    const deleted = await tenant.secret.send('DELETE', '/v1/tax-rules/vat_1');
    expect([deleted.status, deleted.text]).toEqual([204, '']);
  });

  it('has a code of any form in the path: the service decides on it', async () => {
    stubs.answer('read-tax-rule', refuse('tax_rule_not_found', 'There is none.'));
    for (const code of ['%00', '%20', 'a%2Fb', '%F0%9F%92%A9', 'x'.repeat(2_000)])
      expectProblem(await tenant.secret.send('GET', `/v1/tax-rules/${code}`), 'tax_rule_not_found');
    expect(lastCall('read-tax-rule')).toEqual({ code: 'x'.repeat(2_000) });
  });

  it('that does not fit is refused with a pointer to every such field', async () => {
    const answer = await tenant.secret.send('PUT', '/v1/tax-rules/VAT', {
      body: { ...rule, kind: 'tip', rateBps: 7, ageBands: [{ fromAge: 0, toAge: 5 }] },
    });
    const { errors } = expectProblem(answer, 'validation_failed') as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/kind',
      '/rateBps',
      '/ageBands/0/amountMinorUnits',
    ]);
  });

  it('beyond the limit is refused with the number', async () => {
    stubs.answer('put-tax-rule', refuse('limit_reached', 'A tenant has at most 50.', { limit: 50 }));
    const answer = await tenant.secret.send('PUT', '/v1/tax-rules/VAT', { body: rule });
    expect(expectProblem(answer, 'limit_reached')).toMatchObject({ limit: 50 });
  });

  it('is not for publishable keys', async () => {
    for (const [method, path] of [
      ['GET', '/v1/tax-rules'],
      ['GET', '/v1/tax-rules/VAT'],
      ['PUT', '/v1/tax-rules/VAT'],
      ['DELETE', '/v1/tax-rules/VAT'],
    ] as const)
      expectProblem(await tenant.browser.send(method, path), 'secret_key_required');
  });
});

describe('the list of tax rules', () => {
  it('is read page by page with signed cursors', async () => {
    const position = '2027-05-03T09:00:00.000001Z vat';
    stubs.answer('list-tax-rules', { ok: true, value: { taxRules: [], nextAfter: position } });
    const first = await tenant.secret.send('GET', '/v1/tax-rules?limit=1');
    expect(lastCall('list-tax-rules')).toEqual({ limit: 1, after: null });
    const { nextCursor } = first.body as { nextCursor: string };
    await tenant.secret.send('GET', `/v1/tax-rules?cursor=${nextCursor}`);
    expect(lastCall('list-tax-rules')).toEqual({ limit: 20, after: position });
    expectProblem(await tenant.secret.send('GET', `/v1/tax-rules?cursor=x${nextCursor}`), 'invalid_cursor');
    expectProblem(await tenant.secret.send('GET', '/v1/tax-rules?limit=101'), 'validation_failed');
  });
});
