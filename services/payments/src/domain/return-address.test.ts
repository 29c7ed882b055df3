// Guards that a guest is only ever sent back to where the tenant said, however an address is dressed up.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressProblem } from './return-address.ts';

const live = { origins: ['https://hotel.example', 'http://localhost:5173'], livemode: true };
const sandbox = { ...live, livemode: false };

describe('addressProblem', () => {
  it.each([
    'https://hotel.example',
    'https://hotel.example/',
    'HTTPS://Hotel.Example/done?a=b#c',
    'https://hotel.example:443/done',
    'https://hotel.example/done?session={CHECKOUT_SESSION_ID}',
    'https://hotel.example/@guest',
  ])('lets %s pass', (address) => {
    expect(addressProblem(address, live)).toBeUndefined();
  });

  it('lets localhost pass in the sandbox alone, and only where it is listed', () => {
    expect(addressProblem('http://localhost:5173/done', sandbox)).toBeUndefined();
    expect(addressProblem('http://localhost:5173/done', live)).toBeDefined();
    expect(addressProblem('http://localhost:9999/done', sandbox)).toBeDefined();
    expect(
      addressProblem('http://127.0.0.1:5173/', { ...sandbox, origins: ['http://127.0.0.1:5173'] }),
    ).toBeDefined();
  });

  it.each([
    '',
    'hotel.example',
    '//hotel.example/',
    'https:/hotel.example',
    'https:hotel.example',
    'https://hotel.example\\@evil.example/',
    'https://evil.example\\.hotel.example/',
    'https://hotel.example\t/',
    ' https://hotel.example/',
    'https://user:word@hotel.example/',
    'https://hotel.example@evil.example/',
    'https://hotel.example%40evil.example/',
    'https://hotel.example.evil.example/',
    'https://xhotel.example/',
    'ftp://hotel.example/',
    'javascript://hotel.example/%0aalert(1)',
  ])('refuses %j', (address) => {
    expect(addressProblem(address, sandbox)).toBeDefined();
  });

  it('never lets anything pass whose origin is not on the list', () => {
    const pieces = fc.constantFrom(
      'https:',
      '//',
      'hotel.example',
      '@',
      '\\',
      '/',
      '.',
      'evil.example',
      ':',
      '?',
      '#',
      'x',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), (some) => {
        const address = some.join('');
        if (addressProblem(address, live) !== undefined) return;
        const url = new URL(address);
        expect(url.origin).toBe('https://hotel.example');
        expect([url.username, url.password]).toEqual(['', '']);
      }),
      { numRuns: 2_000 },
    );
  });
});
