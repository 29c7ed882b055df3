// Guarantees of who may call what: the whole matrix of access, kind and origin.
import { describe, expect, it } from 'vitest';
import { mayUseFrom, refusalOf } from './admit.ts';
import type { ApiKey } from './api-key.ts';

const shop = 'https://shop.example';
const secret: ApiKey = {
  id: 'k',
  tenantId: 't',
  livemode: true,
  kind: 'secret',
  permissions: [],
  allowedOrigins: [],
  requestsPerMinute: null,
  expiresAt: null,
  timezone: 'UTC',
};
const operator: ApiKey = { ...secret, kind: 'operator', permissions: ['payment:refund:create'] };
const publishable: ApiKey = { ...secret, kind: 'publishable', allowedOrigins: [shop] };

describe('admitting a call', () => {
  it.each([
    ['any_key', secret, undefined, undefined],
    ['any_key', secret, 'https://evil.example', undefined],
    ['secret_key', secret, undefined, undefined],
    ['any_key', publishable, shop, undefined],
    ['any_key', publishable, undefined, 'origin_not_allowed'],
    ['any_key', publishable, 'null', 'origin_not_allowed'],
    ['any_key', publishable, `${shop}.evil.example`, 'origin_not_allowed'],
    ['any_key', publishable, 'http://shop.example', 'origin_not_allowed'],
    ['any_key', publishable, `${shop}:8443`, 'origin_not_allowed'],
    ['secret_key', publishable, shop, 'secret_key_required'],
    ['secret_key_or_operator', publishable, shop, 'secret_key_required'],
    ['operator', publishable, shop, 'secret_key_required'],
    ['secret_key_or_operator', secret, undefined, undefined],
    ['operator', secret, undefined, 'invalid_api_key'],
    ['any_key', operator, undefined, 'invalid_api_key'],
    ['secret_key', operator, undefined, 'invalid_api_key'],
    ['secret_key_or_operator', operator, undefined, undefined],
    ['operator', operator, shop, undefined],
    ['secret_key', publishable, undefined, 'secret_key_required'],
  ] as const)('%s with a %o from %s: %s', (access, key, origin, code) => {
    expect(refusalOf(access, key, origin)?.code).toBe(code);
  });

  it('asks for the permission after the kind, and a publishable key has none', () => {
    const refund = 'payment:refund:create';
    const codeOf = (key: ApiKey) => refusalOf('secret_key_or_operator', key, shop, refund)?.code;
    expect(codeOf(publishable)).toBe('secret_key_required');
    expect(codeOf({ ...publishable, permissions: [refund] })).toBe('secret_key_required');
    expect(codeOf(secret)).toBe('insufficient_permission');
    expect(codeOf({ ...secret, permissions: [refund] })).toBeUndefined();
    expect(codeOf(operator)).toBeUndefined();
  });

  it('lets a browser read answers to a publishable key from its own origins alone', () => {
    expect(mayUseFrom(publishable, shop)).toBe(true);
    expect(mayUseFrom(publishable, undefined)).toBe(false);
    expect(mayUseFrom({ ...secret, allowedOrigins: [shop] }, shop)).toBe(false);
  });
});
