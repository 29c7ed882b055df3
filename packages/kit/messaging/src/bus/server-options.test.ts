import { describe, expect, it } from 'vitest';
import { serverOptions } from './server-options.ts';

describe('the address of the bus', () => {
  it('may carry a user with any password, and several servers', () => {
    expect(serverOptions({ url: 'nats://me:p%40ss%3A%2F@one:4222, nats://two:4223' })).toEqual({
      servers: ['nats://one:4222', 'nats://two:4223'],
      user: 'me',
      pass: 'p@ss:/',
      tls: null,
    });
    expect(serverOptions({ url: 'nats://127.0.0.1:4222' })).toEqual({
      servers: ['nats://127.0.0.1:4222'],
      tls: null,
    });
  });

  it('is refused where only some of the servers are reached with TLS', () => {
    expect(() => serverOptions({ url: 'tls://one:4222,nats://two:4222' })).toThrow(
      'one of its addresses differs',
    );
  });
});
