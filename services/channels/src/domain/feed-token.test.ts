// Guards the form of feed tokens: whole addresses, and nothing asked of a store for what was never one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedUrl, isWellFormedToken, TOKEN_RANDOM_BYTES, writeToken } from './feed-token.ts';

const random = fc.uint8Array({ minLength: TOKEN_RANDOM_BYTES, maxLength: TOKEN_RANDOM_BYTES });

describe('a feed token', () => {
  it('is letters and digits, and known again', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const token = writeToken(bytes);
        expect(token).toMatch(/^[0-9A-Za-z]{49}$/);
        expect(isWellFormedToken(token)).toBe(true);
      }),
    );
  });

  it('with a slip of the hand, cut short or made longer is none', () => {
    const token = writeToken(new Uint8Array(TOKEN_RANDOM_BYTES).fill(7));
    const slip = `${token.startsWith('0') ? '1' : '0'}${token.slice(1)}`;
    for (const other of [slip, token.slice(1), `${token}0`, '', `${token}\n`])
      expect(isWellFormedToken(other)).toBe(false);
  });

  it('has an address that ends in .ics, below the gateway’s own', () => {
    expect(feedUrl('https://api.example.com/', 'abc')).toBe('https://api.example.com/v1/feeds/abc.ics');
    expect(feedUrl('https://example.com/lodging', 'abc')).toBe(
      'https://example.com/lodging/v1/feeds/abc.ics',
    );
  });
});
