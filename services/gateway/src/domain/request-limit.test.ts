// Guarantees of budgets: how large they are, and who shares one.
import { describe, expect, it } from 'vitest';
import type { ApiKey } from './api-key.ts';
import { networkOf, requestLimitOf } from './request-limit.ts';

const secret: ApiKey = {
  id: 'key-1',
  tenantId: 't',
  livemode: true,
  kind: 'secret',
  permissions: [],
  allowedOrigins: [],
  requestsPerMinute: null,
  expiresAt: null,
  timezone: 'UTC',
};
const publishable: ApiKey = { ...secret, kind: 'publishable' };

describe('the limit of a request', () => {
  it('is 6000 for a secret key, wherever it comes from', () => {
    expect(requestLimitOf(secret, '192.0.2.1')).toEqual({ bucket: 'key-1', limit: 6000 });
    expect(requestLimitOf(secret, '192.0.2.2')).toEqual(requestLimitOf(secret, '192.0.2.1'));
  });

  it('is 1200 for a publishable key at each address', () => {
    expect(requestLimitOf(publishable, '192.0.2.1')).toEqual({ bucket: 'key-1|192.0.2.1', limit: 1200 });
    expect(requestLimitOf(publishable, '192.0.2.2').bucket).not.toBe(
      requestLimitOf(publishable, '192.0.2.1').bucket,
    );
  });

  it('is what the key says, where it says so', () => {
    expect(requestLimitOf({ ...secret, requestsPerMinute: 7 }, '').limit).toBe(7);
    expect(requestLimitOf({ ...publishable, requestsPerMinute: 9_999 }, '').limit).toBe(9_999);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
