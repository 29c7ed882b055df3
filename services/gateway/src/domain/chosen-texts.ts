import { lookUpLanguage } from '@lodging/kernel';
import type { Translations } from '@lodging/kernel';

export interface ChosenTexts {
  readonly value: unknown;
  /** The languages that texts were taken from; what is not translated is in that of the record. */
  readonly languages: readonly string[];
}

interface Reader {
  /** Best first. */
  readonly ranges: readonly string[];
  /** The reader sees all translations, beside the chosen texts. */
  readonly seesAll: boolean;
}

/** Each record of an answer with its texts in the language that serves the reader best. */
export function chooseTexts(answer: unknown, { ranges, seesAll }: Reader): ChosenTexts {
  const languages = new Set<string>();

  function shown(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shown);
    if (!isRecord(value)) return value;
    const { translations, ...record } = value;
    if (!isTranslations(translations)) return mapValues(value, shown);
    const texts = chosen(record, translations);
    return { ...mapValues(record, shown), ...texts, ...(seesAll && { translations }) };
  }

  function chosen(record: Readonly<Record<string, unknown>>, translations: Translations) {
    const tag = lookUpLanguage(Object.keys(translations), ranges);
    if (tag === undefined) return {};
    languages.add(tag);
    return Object.fromEntries(Object.entries(translations[tag] ?? {}).filter(([field]) => field in record));
  }

  return { value: shown(answer), languages: [...languages] };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Metadata may have a key of this name; its values are text. */
function isTranslations(value: unknown): value is Translations {
  return isRecord(value) && Object.values(value).every(isRecord);
}

function mapValues(record: Readonly<Record<string, unknown>>, map: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
