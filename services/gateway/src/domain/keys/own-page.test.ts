import { expect, it } from 'vitest';
import { isOfOwnPage } from './own-page.ts';

const OWN = ['https://desk.example'];

it.each([
  ['GET', 'same-origin', undefined, true],
  ['POST', 'same-origin', 'https://desk.example', true],
  ['GET', 'cross-site', undefined, false],
  ['GET', 'same-site', undefined, false],
  ['GET', 'none', undefined, false],
  ['GET', '', undefined, false],
  ['POST', 'cross-site', 'https://desk.example', false],
  ['POST', 'same-origin, cross-site', 'https://desk.example', false],
  ['GET', undefined, undefined, true],
  ['HEAD', undefined, 'https://evil.example', true],
  ['POST', undefined, 'https://desk.example', true],
  ['POST', undefined, 'https://evil.example', false],
  ['POST', undefined, 'null', false],
  ['POST', undefined, undefined, false],
  ['DELETE', undefined, 'https://desk.example.evil.example', false],
] as const)(
  '%s with Sec-Fetch-Site %j and origin %j is of an own page: %j',
  (method, site, origin, isOwn) => {
    expect(isOfOwnPage({ method, site, origin }, OWN)).toBe(isOwn);
  },
);
