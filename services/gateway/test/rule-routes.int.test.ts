// Cancellation policies and tax rules: two records of a tenant with a code in the path, and the same guarantees.
import { refuse } from '@lodging/kernel';
import { describe, expect, it } from 'vitest';
import type { TestTenant } from './build-tenant.ts';
import { expectProblem } from './expect-problem.ts';
import type { StubServices } from './stub-services.ts';
import { useGateway } from './use-gateway.ts';

let stubs: StubServices;
let tenant: TestTenant;
useGateway((started) => ({ stubs, tenant } = started));

const none = { kind: 'none' };
const KINDS = [
  {
    what: 'a cancellation policy',
    path: '/v1/cancellation-policies',
    operation: 'cancellation-policy',
    list: { operation: 'list-cancellation-policies', member: 'cancellationPolicies' },
    member: 'policy',
    rule: { name: 'Flexible', afterwards: none, noShow: none },
    codes: ['Flex_1', 'FLEX_1', 'flex_1'],
    notFound: 'policy_not_found',
    limit: 200,
    wrong: { noShow: { kind: 'tip' }, graceMinutes: -1, steps: [{ before: none }] },
    pointers: [
      '/graceMinutes',
      '/noShow/kind',
      '/steps/0/before/count',
      '/steps/0/before/unit',
      '/steps/0/penalty',
    ],
  },
  {
    what: 'a tax rule',
    path: '/v1/tax-rules',
    operation: 'tax-rule',
    list: { operation: 'list-tax-rules', member: 'taxRules' },
    member: 'rule',
    rule: { name: 'VAT', kind: 'tax', basis: 'percent', rateBps: '700' },
    codes: ['Vat_1', 'VAT_1', 'vat_1'],
    notFound: 'tax_rule_not_found',
    limit: 50,
    wrong: { kind: 'tip', rateBps: 7, ageBands: [{ fromAge: 0, toAge: 5 }] },
    pointers: ['/ageBands/0/amountMinorUnits', '/kind', '/rateBps'],
  },
] as const;

const lastCall = (name: string) => stubs.calls.get(name)?.at(-1)?.request;

describe.each(KINDS)('$what', ({ path, operation, list, member, rule, codes, ...kind }) => {
  it('is put, read and deleted by its code as it was written', async () => {
    const [written, upper, lower] = codes;
    for (const name of [`put-${operation}`, `read-${operation}`])
      stubs.answer(name, { ok: true, value: { code: written } });
    stubs.answer(`delete-${operation}`, { ok: true, value: {} });
    const body = { ...rule, code: 'other' };
    const put = await tenant.secret.send('PUT', `${path}/${written}`, { body });
    expect([put.status, put.body]).toEqual([200, { code: written }]);
    expect(lastCall(`put-${operation}`)).toEqual({ code: written, [member]: rule });
    expect((await tenant.secret.send('GET', `${path}/${upper}`)).status).toBe(200);
    expect(lastCall(`read-${operation}`)).toEqual({ code: upper });
    const deleted = await tenant.secret.send('DELETE', `${path}/${lower}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
  });

  it('has a code of any form in the path: the service decides on it', async () => {
    stubs.answer(`read-${operation}`, refuse(kind.notFound, 'There is none.'));
    for (const code of ['%00', '%20', 'a%2Fb', '%F0%9F%92%A9', 'x'.repeat(2_000)])
      expectProblem(await tenant.secret.send('GET', `${path}/${code}`), kind.notFound);
    expect(lastCall(`read-${operation}`)).toEqual({ code: 'x'.repeat(2_000) });
  });

  it('that does not fit is refused with a pointer to every such field', async () => {
    const answer = await tenant.secret.send('PUT', `${path}/one`, { body: { ...rule, ...kind.wrong } });
    const { errors } = expectProblem(answer, 'validation_failed') as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual(kind.pointers);
  });

  it('beyond the limit is refused with the number', async () => {
    const { limit } = kind;
    stubs.answer(`put-${operation}`, refuse('limit_reached', `A tenant has at most ${limit}.`, { limit }));
    const answer = await tenant.secret.send('PUT', `${path}/one`, { body: rule });
    expect(expectProblem(answer, 'limit_reached')).toMatchObject({ limit });
  });

  it('is not for publishable keys', async () => {
    for (const [method, at] of [
      ['GET', path],
      ['GET', `${path}/one`],
      ['PUT', `${path}/one`],
      ['DELETE', `${path}/one`],
    ] as const)
      expectProblem(await tenant.browser.send(method, at), 'secret_key_required');
  });

  it('is listed page by page with signed cursors', async () => {
    const position = '2027-05-03T09:00:00.000001Z one';
    stubs.answer(list.operation, { ok: true, value: { [list.member]: [], nextAfter: position } });
    const first = await tenant.secret.send('GET', `${path}?limit=1`);
    expect(lastCall(list.operation)).toEqual({ limit: 1, after: null });
    const { nextCursor } = first.body as { nextCursor: string };
    await tenant.secret.send('GET', `${path}?cursor=${nextCursor}`);
    expect(lastCall(list.operation)).toEqual({ limit: 20, after: position });
    expectProblem(await tenant.secret.send('GET', `${path}?cursor=x${nextCursor}`), 'invalid_cursor');
    expectProblem(await tenant.secret.send('GET', `${path}?limit=101`), 'validation_failed');
  });
});

it('a cancellation policy that is in use is not deleted', async () => {
  stubs.answer('delete-cancellation-policy', refuse('policy_in_use', 'A plan names it.'));
  const answer = await tenant.secret.send('DELETE', '/v1/cancellation-policies/flex');
  expectProblem(answer, 'policy_in_use');
});
