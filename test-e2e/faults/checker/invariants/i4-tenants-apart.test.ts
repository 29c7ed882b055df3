import { expect, it } from 'vitest';
import { A, B, did, evidenceOf, logged, received } from '../test/build-evidence.ts';
import { tenantsApart } from './i4-tenants-apart.ts';

const check = (pieces: Parameters<typeof evidenceOf>[0]): string[] => tenantsApart.check(evidenceOf(pieces));
const foreign = (outcome: 'ok' | 'refused') => did('foreign', { outcome, input: { of: B.id } });
const event = logged('one', 'created', 1);

it('accepts refusals and own events', () => {
  const webhooks = [received(event)];
  expect(check({ history: { operations: [foreign('refused')], webhooks } })).toEqual([]);
});

it('finds a record of another tenant, its marker in an answer, and its event in a webhook', () => {
  expect(check({ history: { operations: [foreign('ok')] } })).toHaveLength(1);
  const leaks = [{ kind: 'leak' as const, at: 1, tenant: A.id, where: 'list 200', marker: B.marker }];
  expect(check({ history: { leaks } })).toHaveLength(1);
  const webhooks = [received(event, { body: { name: B.marker } })];
  expect(check({ history: { webhooks } })).toHaveLength(1);
});
