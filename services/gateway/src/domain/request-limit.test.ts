import { describe, expect, it } from 'vitest';
import type { Credential } from './credential.ts';
import { credentialLimit, networkOf } from './request-limit.ts';

const secret: Credential = {
  id: 'key-1',
  tenantId: 't',
  ownerId: 't',
  actorId: 'k',
  name: null,
  livemode: true,
  kind: 'secret',
  permissions: [],
  allowedOrigins: [],
  clientLimits: null,
  requestsPerMinute: null,
  expiresAt: null,
  timezone: 'UTC',
  isTenantSuspended: false,
};
const publishable: Credential = { ...secret, kind: 'publishable' };

describe('the request limit of a credential', () => {
  it('is 6000 for a secret key, from all addresses together', () => {
    expect(credentialLimit(secret, '192.0.2.1')).toEqual({ bucket: 'key-1', limit: 6000 });
    expect(credentialLimit(secret, '192.0.2.2')).toEqual(credentialLimit(secret, '192.0.2.1'));
  });

  it('is 1200 for a publishable key, per address', () => {
    expect(credentialLimit(publishable, '192.0.2.1')).toEqual({ bucket: 'key-1|192.0.2.1', limit: 1200 });
    expect(credentialLimit(publishable, '192.0.2.2').bucket).not.toBe(
      credentialLimit(publishable, '192.0.2.1').bucket,
    );
  });

  it('is that of the key where the key has one', () => {
    expect(credentialLimit({ ...secret, requestsPerMinute: 7 }, '').limit).toBe(7);
    expect(credentialLimit({ ...publishable, requestsPerMinute: 9_999 }, '').limit).toBe(9_999);
  });

  it('counts anew where the limit of the key was changed', () => {
    const before = credentialLimit({ ...secret, requestsPerMinute: 1 }, '');
    expect(credentialLimit({ ...secret, requestsPerMinute: 2 }, '').bucket).not.toBe(before.bucket);
    expect(credentialLimit(secret, '').bucket).not.toBe(before.bucket);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts address %s as network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
