import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redirectOriginProblem, redirectUrlProblem } from './redirect-url.ts';

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

describe('redirectOriginProblem', () => {
  it.each(['https://hotel.example', 'https://hotel.example:8443', 'https://localhost'])(
    'lets both sides of a tenant list %s',
    (origin) => {
      expect(redirectOriginProblem(origin, true)).toBeUndefined();
      expect(redirectOriginProblem(origin, false)).toBeUndefined();
    },
  );

  it('lets the sandbox alone list localhost over http', () => {
    expect(redirectOriginProblem('http://localhost:5173', false)).toBeUndefined();
    expect(redirectOriginProblem('http://localhost:5173', true)).toBe('must use https');
  });

  it.each([
    'http://hotel.example',
    'http://127.0.0.1:5173',
    'https://hotel.example/',
    'nonsense',
    'javascript:alert(1)',
  ])('refuses %s in the list', (origin) => {
    expect(redirectOriginProblem(origin, true)).toBeDefined();
    expect(redirectOriginProblem(origin, false)).toBeDefined();
  });
});
