import { describe, expect, it } from 'vitest';
import { accessRefusal, effectivePermissions, hasPermission, isAllowedOrigin } from './access.ts';
import type { Credential } from './credential.ts';
import { buildCredential } from '../../../test/build-credential.ts';

const shop = 'https://shop.example';
const secret = buildCredential();
const operator: Credential = { ...secret, kind: 'operator', permissions: ['payment:refund:create'] };
const publishable: Credential = { ...secret, kind: 'publishable', allowedOrigins: [shop] };

describe('access to a route', () => {
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
    ['operator', publishable, shop, 'secret_key_required'],
    ['operator', secret, undefined, 'invalid_api_key'],
    ['any_key', operator, undefined, undefined],
    ['any_key', operator, 'https://evil.example', undefined],
    ['secret_key', operator, undefined, undefined],
    ['operator', operator, shop, undefined],
    ['secret_key', publishable, undefined, 'secret_key_required'],
  ] as const)('%s with credential %o from origin %s: %s', (access, credential, origin, code) => {
    expect(accessRefusal(access, credential, origin, null)?.code).toBe(code);
  });

  it('checks the permission after the kind, and a publishable key has no permissions', () => {
    const refund = 'payment:refund:create';
    const codeOf = (credential: Credential) => accessRefusal('secret_key', credential, shop, refund)?.code;
    expect(codeOf(publishable)).toBe('secret_key_required');
    expect(codeOf({ ...publishable, permissions: [refund] })).toBe('secret_key_required');
    expect(codeOf(secret)).toBe('insufficient_permission');
    expect(codeOf({ ...secret, permissions: [refund] })).toBeUndefined();
    expect(codeOf(operator)).toBeUndefined();
    expect(codeOf({ ...operator, permissions: ['read', 'book'] })).toBe('insufficient_permission');
  });

  it('refuses every credential of a suspended tenant before it looks at the kind, the permission and the origin', () => {
    for (const credential of [secret, operator, publishable]) {
      const suspended = { ...credential, isTenantSuspended: true };
      for (const access of ['any_key', 'secret_key', 'operator'] as const) {
        expect(accessRefusal(access, suspended, undefined, 'payment:refund:create')?.code).toBe(
          'tenant_suspended',
        );
      }
    }
  });

  it.each([
    [[], ['read', 'book', 'operate']],
    [['payment:refund:create'], ['read', 'book', 'operate', 'payment:refund:create']],
    [['read'], ['read']],
    [
      ['book', 'payment:refund:create'],
      ['book', 'payment:refund:create'],
    ],
    [
      ['operate', 'read'],
      ['read', 'operate'],
    ],
  ])('with the list %j has %j', (list, has) => {
    const known = ['read', 'book', 'operate', 'payment:refund:create', 'guest:export'];
    expect(known.filter((permission) => hasPermission(list, permission))).toEqual(has);
    expect(effectivePermissions({ kind: 'secret', permissions: list })).toEqual(has);
  });

  it.each([
    [[], true],
    [['operate'], true],
    [['house'], true],
    [['read', 'book'], false],
  ])('with the list %j has the permission house: %s', (list, has) => {
    expect(hasPermission(list, 'house')).toBe(has);
    expect(hasPermission(['house'], 'operate')).toBe(false);
    expect(hasPermission(['house'], 'read')).toBe(false);
  });

  it('of a publishable key needs no permission where the route accepts one', () => {
    expect(accessRefusal('any_key', publishable, shop, 'book')).toBeUndefined();
  });

  it('allows the origins of a publishable key only, and none for a secret key', () => {
    expect(isAllowedOrigin(publishable, shop)).toBe(true);
    expect(isAllowedOrigin(publishable, undefined)).toBe(false);
    expect(isAllowedOrigin({ ...secret, allowedOrigins: [shop] }, shop)).toBe(false);
  });
});
