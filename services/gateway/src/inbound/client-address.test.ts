import { describe, expect, it } from 'vitest';
import { createClientAddressResolver } from './client-address.ts';

describe('the client address', () => {
  it('is that of the socket without trusted proxies: X-Forwarded-For is ignored', () => {
    expect(createClientAddressResolver([])('192.0.2.1', '198.51.100.7')).toBe('192.0.2.1');
  });

  it('is that of the socket when it is not a trusted proxy', () => {
    expect(createClientAddressResolver(['10.0.0.0/8'])('192.0.2.1', '198.51.100.7')).toBe('192.0.2.1');
  });

  it.each([
    ['10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['::ffff:10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['10.1.2.3', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['10.1.2.3', '203.0.113.9, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
    ['10.1.2.3', 'not an address', '10.1.2.3'],
    ['10.1.2.3', undefined, '10.1.2.3'],
    ['2001:db8::1', '198.51.100.7', '198.51.100.7'],
  ])(
    'behind %s with X-Forwarded-For "%s" is %s: the nearest hop that is no trusted proxy',
    (socket, forwarded, client) => {
      expect(createClientAddressResolver(['10.0.0.0/8', '2001:db8::1'])(socket, forwarded)).toBe(client);
    },
  );
});
