import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redirectUrlProblem } from './redirect-url.ts';

const live = { origins: ['https://hotel.example', 'http://localhost:5173'], livemode: true };
const sandbox = { ...live, livemode: false };

describe('redirectUrlProblem', () => {
  it.each([
    'https://hotel.example',
    'https://hotel.example/',
    'HTTPS://Hotel.Example/done?a=b#c',
    'https://hotel.example:443/done',
    'https://hotel.example/done?session={CHECKOUT_SESSION_ID}',
    'https://hotel.example/@guest',
  ])('accepts %s', (url) => {
    expect(redirectUrlProblem(url, live)).toBeUndefined();
  });

  it('accepts localhost in the sandbox only, and only where it is listed', () => {
    expect(redirectUrlProblem('http://localhost:5173/done', sandbox)).toBeUndefined();
    expect(redirectUrlProblem('http://localhost:5173/done', live)).toBeDefined();
    expect(redirectUrlProblem('http://localhost:9999/done', sandbox)).toBeDefined();
    expect(
      redirectUrlProblem('http://127.0.0.1:5173/', { ...sandbox, origins: ['http://127.0.0.1:5173'] }),
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
  ])('refuses %j', (url) => {
    expect(redirectUrlProblem(url, sandbox)).toBeDefined();
  });

  it('never accepts a URL whose origin is not on the list', () => {
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
        const text = some.join('');
        if (redirectUrlProblem(text, live) !== undefined) return;
        const url = new URL(text);
        expect(url.origin).toBe('https://hotel.example');
        expect([url.username, url.password]).toEqual(['', '']);
      }),
      { numRuns: 2_000 },
    );
  });
});
