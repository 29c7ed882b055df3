import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseTexts } from './chosen-texts.ts';

const translations = { de: {}, en: { name: 'City tax', description: 'Each night' }, fr: { name: 'Taxe' } };
const line = { code: 'tax', name: 'Ortstaxe', description: null, translations };
const reader = (...ranges: string[]) => ({ ranges, seesAll: false });

describe('an answer in the language of its reader', () => {
  it.each([
    [['en-GB', 'de'], { code: 'tax', name: 'City tax', description: 'Each night' }, ['en']],
    [['fr', 'en'], { code: 'tax', name: 'Taxe', description: null }, ['fr']],
    [['de', 'en'], { code: 'tax', name: 'Ortstaxe', description: null }, ['de']],
    [['it'], { code: 'tax', name: 'Ortstaxe', description: null }, []],
    [[], { code: 'tax', name: 'Ortstaxe', description: null }, []],
  ])('for %j is %j', (ranges, shown, languages) => {
    const answer = { bill: { lines: [line, line] } };
    expect(chooseTexts(answer, reader(...ranges))).toEqual({
      value: { bill: { lines: [shown, shown] } },
      languages,
    });
  });

  it('shows all translations to who may change them', () => {
    const { value } = chooseTexts([line], { ranges: ['fr'], seesAll: true });
    expect(value).toEqual([{ ...line, name: 'Taxe' }]);
  });

  it('adds no field to a record, and takes metadata as it is', () => {
    const plain = { name: 'Ortstaxe', translations: { en: { name: 'City tax', description: 'Each night' } } };
    const metadata = { translations: 'de, en', name: 'own' };
    expect(chooseTexts({ plain, metadata }, reader('en')).value).toEqual({
      plain: { name: 'City tax' },
      metadata,
    });
  });

  it('is the same where nothing is translated', () => {
    const withoutTranslations = fc
      .jsonValue()
      .filter((value) => !JSON.stringify(value).includes('translations'));
    fc.assert(
      fc.property(withoutTranslations, (value) => {
        expect(chooseTexts(value, reader('en', 'de'))).toEqual({ value, languages: [] });
      }),
    );
  });
});
