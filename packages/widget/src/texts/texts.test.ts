import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './choose-texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

const contracts = join(import.meta.dirname, '..', '..', '..', 'contracts');
const others = { de, fr, es };

/** The refusals of an operation, as its contract lists them. */
function refusalsOf(file: string, operation: string): string[] {
  const text = readFileSync(join(contracts, file), 'utf8');
  const [, list = ''] =
    new RegExp(`export const ${operation} = rpc\\(\\{[\\s\\S]*?refusals: \\[([^\\]]*)\\]`).exec(text) ?? [];
  return [...list.matchAll(/'(\w+)'/g)].map(([, code]) => code ?? '');
}

/** With a publishable key these cannot happen in what the component sends. */
const NEVER = new Set(['external_reference_taken', 'invalid_cursor']);

describe('every refusal of the operations that the component uses is explained', () => {
  it.for([
    ['inventory/src/search.ts', 'searchStays'],
    ['reservations/src/stay.ts', 'createQuote'],
    ['reservations/src/stay.ts', 'placeHold'],
    ['reservations/src/stay.ts', 'sendGuestCode'],
    ['reservations/src/stay.ts', 'verifyGuestCode'],
    ['reservations/src/stay.ts', 'confirmHold'],
  ] as const)('%s: %s', ([file, operation]) => {
    const codes = refusalsOf(file, operation).filter((code) => !NEVER.has(code));
    expect(codes.length).toBeGreaterThan(2);
    // These end the hold: a step of its own explains them.
    const steps = ['hold_not_found', 'hold_not_held', 'not_confirmable', 'idempotency_key_conflict'];
    expect(codes.filter((code) => !(code in en.refusals) && !steps.includes(code))).toEqual([]);
  });
});

describe.for(Object.entries(others))('%s', ([, texts]) => {
  it('has words of its own for each refusal and reason', () => {
    expect(Object.keys(texts.refusals).toSorted()).toEqual(Object.keys(en.refusals).toSorted());
    const same = Object.entries(texts.refusals).filter(([code, text]) => en.refusals[code] === text);
    expect(same).toEqual([]);
  });
});

describe('the language', () => {
  it('is the first candidate that is a language tag, with English words where there are no others', () => {
    expect(chooseLanguage(['', 'de-AT', 'fr'], null)).toMatchObject({
      locale: 'de-AT',
      textLanguage: 'de',
      texts: de,
    });
    expect(chooseLanguage([null, 'ar'], null)).toMatchObject({ locale: 'ar', textLanguage: 'en' });
    expect(chooseLanguage(['not a tag'], null).locale).toBe('en');
  });

  it('has the region of the browser where the page has none: dates are British for a British guest', () => {
    const regions = ['de-AT', 'en-GB', 'en'];
    expect(chooseLanguage(['en'], null, regions).locale).toBe('en-GB');
    expect(chooseLanguage(['en-US'], null, regions).locale).toBe('en-US');
    expect(chooseLanguage(['fr'], null, regions).locale).toBe('fr');
  });

  it('may be brought by the page', () => {
    const { textLanguage, texts } = chooseLanguage(['it'], { arrival: 'Arrivo' });
    expect([textLanguage, texts.arrival, texts.departure]).toEqual(['it', 'Arrivo', 'Departure']);
  });
});
