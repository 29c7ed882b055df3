import { describe, expect, it } from 'vitest';
import type { Credential } from '../keys/credential.ts';
import { credentialLimits, failureLimits, openRouteLimits } from './request-limit.ts';
import { buildCredential } from '../../../test/build-credential.ts';

const secret = buildCredential({ id: 'key-1' });
const publishable: Credential = { ...secret, kind: 'publishable' };

const narrowest = (credential: Credential, address: string) => credentialLimits(credential, address)[0];

describe('the request limit of a credential', () => {
  it('is 6000 for a secret key, from all addresses together', () => {
    expect(credentialLimits(secret, '192.0.2.1')).toEqual([{ bucket: 'key-1', limit: 6000 }]);
    expect(credentialLimits(secret, '192.0.2.2')).toEqual(credentialLimits(secret, '192.0.2.1'));
    expect(credentialLimits(secret, '2001:db8::1')).toEqual(credentialLimits(secret, '192.0.2.1'));
  });

  it('is 1200 for a publishable key, per address', () => {
    expect(credentialLimits(publishable, '192.0.2.1')).toEqual([{ bucket: 'key-1|192.0.2.1', limit: 1200 }]);
    expect(narrowest(publishable, '192.0.2.2').bucket).not.toBe(narrowest(publishable, '192.0.2.1').bucket);
  });

  it('is that of the key where the key has one', () => {
    expect(narrowest({ ...secret, requestsPerMinute: 7 }, '').limit).toBe(7);
    expect(narrowest({ ...publishable, requestsPerMinute: 9_999 }, '').limit).toBe(9_999);
  });

  it('counts from zero where the limit of the key was changed', () => {
    const before = narrowest({ ...secret, requestsPerMinute: 1 }, '');
    expect(narrowest({ ...secret, requestsPerMinute: 2 }, '').bucket).not.toBe(before.bucket);
    expect(narrowest(secret, '').bucket).not.toBe(before.bucket);
  });
});

describe('a limit per client network', () => {
  it.each([
    ['of a publishable key', credentialLimits(publishable, '2001:db8:1:12ab::1'), 'key-1', 1200],
    ['of an open route', openRouteLimits('/feeds', 600, '2001:db8:1:12ab::1'), '/feeds', 600],
    ['of failed keys', failureLimits('api_key', '2001:db8:1:12ab::1'), 'failed api_key', 100],
    ['of failed admin tokens', failureLimits('admin_token', '2001:db8:1:12ab::1'), 'failed admin_token', 30],
  ])('%s is 1, 4 and 16 times as much for the /64, /56 and /48 of IPv6', (_what, limits, budget, limit) => {
    expect(limits).toEqual([
      { bucket: `${budget}|2001:db8:1:12ab::/64`, limit },
      { bucket: `${budget}|2001:db8:1:1200::/56`, limit: 4 * limit },
      { bucket: `${budget}|2001:db8:1:0::/48`, limit: 16 * limit },
    ]);
  });
});
