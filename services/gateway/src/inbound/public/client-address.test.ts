// Guarantees of whose address counts: nobody can choose it by a header.
import { describe, expect, it } from 'vitest';
import { clientAddressBehind, isProxyRange } from './client-address.ts';

describe('the address of a client', () => {
  it('is the socket’s, whatever X-Forwarded-For claims, where no proxy is trusted', () => {
    expect(clientAddressBehind([])('192.0.2.1', '198.51.100.7')).toBe('192.0.2.1');
  });

  it('is the socket’s where the proxy is another than the trusted ones', () => {
    expect(clientAddressBehind(['10.0.0.0/8'])('192.0.2.1', '198.51.100.7')).toBe('192.0.2.1');
  });

  it.each([
    ['10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['::ffff:10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['10.1.2.3', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['10.1.2.3', '203.0.113.9, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
    ['10.1.2.3', 'not an address', '10.1.2.3'],
    ['10.1.2.3', undefined, '10.1.2.3'],
    ['2001:db8::1', '198.51.100.7', '198.51.100.7'],
  ])('behind %s with "%s" is %s: the nearest hop that is no trusted proxy', (socket, forwarded, client) => {
    expect(clientAddressBehind(['10.0.0.0/8', '2001:db8::1'])(socket, forwarded)).toBe(client);
  });

  it.each([
    ['10.0.0.1', true],
    ['10.0.0.0/8', true],
    ['2001:db8::/32', true],
    ['10.0.0.0/33', false],
    ['10.0.0.0/8/8', false],
    ['proxy.example', false],
    ['', false],
  ])('reads the range %s: %s', (text, expected) => {
    expect(isProxyRange(text)).toBe(expected);
  });
});
