import { expect, it } from 'vitest';
import { mailLanguageOf } from './mail-language.ts';

it.each([
  [[], 'en'],
  [['it', 'pl'], 'en'],
  [['de-AT'], 'de'],
  [['it', 'FR-ca', 'de'], 'fr'],
  [['es-419'], 'es'],
  [['', '-', 'deu'], 'en'],
] as const)('%j is %s', (wanted, language) => {
  expect(mailLanguageOf(wanted)).toBe(language);
});
