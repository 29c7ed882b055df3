import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookUpLanguage, orderedTranslations, translatedText } from './translations.ts';

describe('the language of a record', () => {
  it.each([
    [['de', 'en'], ['en'], 'en'],
    [['de', 'en'], ['de-AT', 'en'], 'de'],
    [['de-AT', 'de'], ['de-at'], 'de-AT'],
    [['de-AT'], ['de'], undefined],
    [['en', 'fr'], ['it', 'fr', 'en'], 'fr'],
    [['zh-Hant'], ['zh-Hant-CN-x-private1-private2'], 'zh-Hant'],
    [['en'], ['de'], undefined],
    [['en'], [], undefined],
    [[], ['en'], undefined],
  ])('of %j for a reader of %j is %s', (tags, ranges, tag) => {
    expect(lookUpLanguage(tags, ranges)).toBe(tag);
  });

  it('is that of the first range that has one, and of its longest prefix', () => {
    const subtag = fc.stringMatching(/^[a-z]{2,4}$/);
    const tag = fc.array(subtag, { minLength: 1, maxLength: 3 }).map((subtags) => subtags.join('-'));
    const tags = fc.uniqueArray(tag, { maxLength: 6 });
    fc.assert(
      fc.property(tags, fc.array(tag, { maxLength: 4 }), (known, ranges) => {
        const serves = (range: string) => known.filter((one) => range === one || range.startsWith(`${one}-`));
        const served = ranges.map(serves).find((found) => found.length > 0) ?? [];
        const [longest] = served.toSorted((one, other) => other.length - one.length);
        expect(lookUpLanguage(known, ranges)).toBe(longest);
      }),
    );
  });
});

describe('the text of a record', () => {
  const translations = { de: {}, en: { name: 'City tax' } };

  it('is its own in the language of an empty entry, and where no entry has the field', () => {
    expect(translatedText('name', 'Ortstaxe', translations, ['de', 'en'])).toBe('Ortstaxe');
    expect(translatedText('name', 'Ortstaxe', translations, ['en', 'de'])).toBe('City tax');
    expect(translatedText('description', 'Pro Nacht', translations, ['en'])).toBe('Pro Nacht');
    expect(translatedText('name', 'Ortstaxe', undefined, ['en'])).toBe('Ortstaxe');
  });

  it('is written in one order, and not at all where there is none', () => {
    const sent = { fr: { name: 'Chambre' }, en: { name: 'Room', description: 'Quiet' } };
    const stored = { en: { description: 'Quiet', name: 'Room' }, fr: { name: 'Chambre' } };
    expect(JSON.stringify(orderedTranslations(sent))).toBe(JSON.stringify({ translations: stored }));
    expect(orderedTranslations({})).toEqual({});
    expect(orderedTranslations(undefined)).toEqual({});
  });
});
