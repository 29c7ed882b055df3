import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { de } from '../texts/faults/de.ts';
import { en } from '../texts/faults/en.ts';
import { es } from '../texts/faults/es.ts';
import { fr } from '../texts/faults/fr.ts';
import { faultWords } from './fault-words.ts';

/** As the gateway and the services write them. */
const MESSAGES = [
  'is required',
  'must not be empty',
  'must be at least 1',
  'must be at most 366',
  'must be above 0',
  'must have at most 200 characters',
  'must have at least 3 characters',
  'must have at most 10 items',
  'must be a whole number',
  'must be an e-mail address',
  'must be a calendar date, YYYY-MM-DD',
  'must be a time from 00:00 to 23:59',
  'must be an absolute https address',
  'must be an http or https address',
  'must be lower-case letters, digits and _, at most 40',
  'must be three capital letters',
  'must be one of "night", "fixed"',
  'must be lower-case words joined by hyphens',
  'must have one age for each of children',
  'Two seasons of one plan overlap.',
  'Steps stand from the furthest to the nearest; each is nearer than the one before it.',
  'at most 7500 is due',
];

/** Of what no screen sends, or no one types: shown in the words of the API. */
const RARE = [
  'must be a UUID',
  'must be a calendar date, YYYY-MM-DD, or an RFC 3339 date-time with a time zone',
  'must be a colour such as #1f6f8b',
  'must be a decimal from 0 to 10000 with at most 4 places',
  'must be a decimal number',
  'must be a string of 1 to 15 digits',
  'must be a string of digits',
  'must be after earliest',
  'must be an IANA time zone',
  'must be an RFC 3339 date-time with a time zone, in the years 1900 to 9999',
  'must be an account id of the provider',
  'must be an origin alone: scheme, host and port',
  'must be an origin, such as https://hotel.example',
  'must be another guest',
  'must be at most ${MAX_FLEXIBLE_DAYS} days after earliest',
  'must be of ${options.join(',
  'must be sent unless another field is changed',
  'must be true or false',
  'must change something',
  'must have 1 to ${MAX_WORDS} words',
  'must have a field to change',
  'must have at least one field',
  'must have at most 8 KiB in all',
  'must have exactly one of dates, window and flexible',
  'must have from, to or both',
  'must not be below minNights',
  'must not hold NUL or lone surrogates',
  'must not hold [ or ]',
  'must not hold control characters',
  'must not hold control characters but line breaks',
  'must not hold user information',
];

const ROOT = join(import.meta.dirname, '../../../..');

/** The messages of a field in the sources of the contracts of `/v1` and of its services. */
function writtenMessages(): string[] {
  const files = globSync('{packages/contracts/*/src,services/*/src/domain}/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/*.test.ts', '**/admin/**', 'services/gateway/**'],
  });
  const found = files.flatMap((file) => [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(/(['`])(must (?:be|have|not|change) [^'`\n]*)\1?/g),
  ]);
  return [...new Set(found.map(([, , message = '']) => message))].toSorted();
}

describe('what is wrong with a field', () => {
  it('has words for what the API says, but where no one types it', () => {
    const unknown = writtenMessages().filter((message) => faultWords(message, de).includes(message));
    expect(unknown).toEqual(RARE);
  });

  it.each(Object.entries({ de, fr, es }))('has words of its own in the language %s', (_, texts) => {
    for (const message of MESSAGES) expect(faultWords(message, texts)).not.toContain(message);
  });

  it('does not demand https where http is accepted, too', () => {
    expect(faultWords('must be an http or https address', de)).toBe(
      'Muss eine Adresse mit http oder https sein.',
    );
  });

  it('keeps the number of the limit', () => {
    expect(faultWords('must be at least 2', de)).toBe('Mindestens 2.');
    expect(faultWords('must have at most 1 character', fr)).toBe('Nombre maximal de caractères : 1.');
  });

  it('is said in the words of the API where there are no others', () => {
    expect(faultWords('must not be blue', en)).toBe('must not be blue');
    expect(faultWords('must not be blue', es)).toContain('must not be blue');
  });
});
