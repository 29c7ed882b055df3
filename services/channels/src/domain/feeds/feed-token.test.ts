import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedUrl, isWellFormedToken, TOKEN_RANDOM_BYTES, writeToken } from './feed-token.ts';

const random = fc.uint8Array({ minLength: TOKEN_RANDOM_BYTES, maxLength: TOKEN_RANDOM_BYTES });

describe('a feed token', () => {
  it('has letters and digits only, and is well formed', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const token = writeToken(bytes);
        expect(token).toMatch(/^[0-9A-Za-z]{49}$/);
        expect(isWellFormedToken(token)).toBe(true);
      }),
    );
  });

  it('is not well formed with a typing error, cut short or extended', () => {
    const token = writeToken(new Uint8Array(TOKEN_RANDOM_BYTES).fill(7));
    const slip = `${token.startsWith('0') ? '1' : '0'}${token.slice(1)}`;
    for (const other of [slip, token.slice(1), `${token}0`, '', `${token}\n`])
      expect(isWellFormedToken(other)).toBe(false);
  });

  it('has a URL below that of the gateway, which ends in .ics', () => {
    expect(feedUrl('https://api.example.com/', 'abc')).toBe('https://api.example.com/v1/feeds/abc.ics');
    expect(feedUrl('https://example.com/lodging', 'abc')).toBe(
      'https://example.com/lodging/v1/feeds/abc.ics',
    );
  });
});
