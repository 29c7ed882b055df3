import { expect, it } from 'vitest';
import { chooseEncoding } from './choose-encoding.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['BR;q=0.1, gzip;q=0.9', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0 , gzip ; q=0', 'identity'],
  ['br;q=nonsense', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  // Nothing is acceptable: the file is sent as it is, instead of a refusal.
  ['identity;q=0', 'identity'],
])('Accept-Encoding: %s gives %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});
