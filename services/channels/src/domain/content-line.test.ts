// Guards the octets of a line: nothing longer than 75, nothing lost, nothing that could end a line or a text early.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentLine, escapeText } from './content-line.ts';

const octets = (text: string) => new TextEncoder().encode(text).length;
const unfold = (text: string) => text.replaceAll('\r\n ', '');
/** As RFC 5545 §3.3.11 reads it. */
const unescape = (text: string) =>
  text.replaceAll(/\\(.)/g, (_, character: string) => (character.toLowerCase() === 'n' ? '\n' : character));
/** One, two, three and four octets wide. */
const anyText = fc.string({ unit: 'binary', maxLength: 400, size: 'max' });
const wideText = fc.string({
  unit: fc.constantFrom('a', ' ', ',', ';', '\\', '\n', 'é', '漢', '🏡', '👩‍👩‍👧'),
  maxLength: 300,
  size: 'max',
});
const printable = fc.oneof(anyText, wideText).map((text) => text.toWellFormed().replaceAll(/\p{Cc}/gu, ''));

describe('a content line', () => {
  it('never has more than 75 octets between two breaks, and unfolds to the same text', () => {
    fc.assert(
      fc.property(printable, (text) => {
        const written = contentLine(text);
        expect(written.endsWith('\r\n')).toBe(true);
        const lines = written.slice(0, -2).split('\r\n');
        expect(lines.every((line) => octets(line) <= 75)).toBe(true);
        expect(lines.slice(1).every((line) => line.startsWith(' '))).toBe(true);
        expect(unfold(written)).toBe(`${text}\r\n`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is folded at the seventy-sixth octet and not before it', () => {
    expect(contentLine('x'.repeat(75))).toBe(`${'x'.repeat(75)}\r\n`);
    expect(contentLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x\r\n`);
    expect(contentLine('x'.repeat(150))).toBe(`${'x'.repeat(75)}\r\n ${'x'.repeat(74)}\r\n x\r\n`);
  });

  it('breaks no character in two', () => {
    expect(contentLine(`${'x'.repeat(74)}é`)).toBe(`${'x'.repeat(74)}\r\n é\r\n`);
    expect(contentLine('🏡'.repeat(19))).toBe(`${'🏡'.repeat(18)}\r\n 🏡\r\n`);
  });
});

describe('an escaped text', () => {
  it('reads back as it was, but for what no text may hold', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, wideText), (text) => {
        const kept = text
          .toWellFormed()
          .replaceAll(/\r\n|\r/g, '\n')
          .replaceAll(/\p{Cc}/gu, (control) => (control === '\n' || control === '\t' ? control : ' '));
        expect(unescape(escapeText(text))).toBe(kept);
      }),
      { numRuns: 1_000 },
    );
  });

  it('ends no line, whatever it holds', () => {
    expect(escapeText('a\r\nEND:VCALENDAR\nb\rc,d;e\\n\u0000')).toBe(
      String.raw`a\nEND:VCALENDAR\nb\nc\,d\;e\\n `,
    );
  });
});
