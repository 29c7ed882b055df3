import { describe, expect, it } from 'vitest';
import { paymentAddress } from './payment-address.ts';

const keys = ['pk_live_1', 'pk_test_1'];

describe('the address of a payment page', () => {
  it.each(['https://pay.example/c/1?a=b#c', 'HTTPS://pay.example', 'https://localhost:8443/'])(
    'may be %s',
    (address) => {
      for (const key of keys) expect(paymentAddress(address, key)?.href).toBe(new URL(address).href);
    },
  );

  it.each(['http://localhost:12111/pay', 'http://127.0.0.1/', 'http://[::1]:3000/', 'http://LOCALHOST/'])(
    'may be %s with a test key alone',
    (address) => {
      expect(paymentAddress(address, 'pk_test_1')?.href).toBe(new URL(address).href);
      for (const key of ['pk_live_1', 'pk_', '', 'xpk_test_1'])
        expect(paymentAddress(address, key)).toBeNull();
    },
  );

  it.each([
    'javascript:alert(document.domain)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'javascript://pay.example/%0aalert(1)',
    'javascript://localhost/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://pay.example/1',
    'file:///etc/passwd',
    'ftp://localhost/',
    'intent://pay.example#Intent;scheme=http;end',
    'http://pay.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://localhost@evil.example/',
    'http://127.0.0.2/',
    '//pay.example/',
    '/pay',
    'pay.example',
    '',
  ])('is never %j', (address) => {
    for (const key of keys) expect(paymentAddress(address, key)).toBeNull();
  });
});
