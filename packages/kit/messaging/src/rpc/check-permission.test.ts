import { expect, it } from 'vitest';
import { permissionRefusal } from './check-permission.ts';

const GROUPS = ['look', 'sell', 'run'];
const sells = { permission: { name: 'sell', grantedBy: ['sell', 'run'], groups: GROUPS } };
const refunds = { permission: { name: 'refund', grantedBy: ['refund'], groups: [] } };
const codeOf = (
  callers: Parameters<typeof permissionRefusal>[0],
  kind: 'secret' | 'operator',
  ...permissions: string[]
) => permissionRefusal(callers, { kind, permissions })?.code ?? 'ok';

it.each(['secret', 'operator'] as const)('a %s needs a permission that grants the operation', (kind) => {
  expect(codeOf(sells, kind, 'sell')).toBe('ok');
  expect(codeOf(sells, kind, 'run')).toBe('ok');
  expect(codeOf(sells, kind, 'look')).toBe('insufficient_permission');
  expect(codeOf(sells, kind, 'look', 'refund')).toBe('insufficient_permission');
  expect(codeOf(refunds, kind, 'look', 'refund')).toBe('ok');
  expect(codeOf({}, kind, 'look')).toBe('ok');
});

it('a list that names no group has them all, and nothing besides', () => {
  expect(codeOf(sells, 'secret')).toBe('ok');
  expect(codeOf(sells, 'secret', 'refund')).toBe('ok');
  expect(codeOf(refunds, 'secret')).toBe('insufficient_permission');
});

it('a publishable key needs an operation that takes it; the mandate alone decides about services and the platform', () => {
  const of = (kind: 'publishable' | 'service' | 'platform', takesPublishable: boolean) =>
    permissionRefusal({ ...sells, takesPublishable }, { kind, permissions: ['sell'] })?.code ?? 'ok';
  expect(of('publishable', true)).toBe('ok');
  expect(of('publishable', false)).toBe('insufficient_permission');
  expect(of('service', false)).toBe('ok');
  expect(of('platform', false)).toBe('ok');
});
