import { describe, expect, it } from 'vitest';
import { chooseLanguage, chooseLocale, LANGUAGES, loadTexts } from './choose-texts.ts';

it('the language that was chosen, else the first of the browser, else English', () => {
  expect(chooseLanguage('fr', ['de-AT'])).toBe('fr');
  expect(chooseLanguage(null, ['pt-BR', 'de-AT'])).toBe('de');
  expect(chooseLanguage(null, ['pt-BR'])).toBe('en');
  expect(chooseLocale('de', null, ['pt-BR', 'de-AT'])).toBe('de-AT');
  expect(chooseLocale('en', null, ['de-DE'])).toBe('en-GB');
});

describe.each(LANGUAGES)('the words in %s', (language) => {
  it('are there for every refusal, and none is empty', async () => {
    const { refusals } = await loadTexts(language);
    for (const [code, words] of Object.entries(refusals)) expect(words.trim(), code).not.toBe('');
    expect(Object.keys(refusals).length).toBeGreaterThan(90);
  });
});
