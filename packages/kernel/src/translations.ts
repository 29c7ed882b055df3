/** Texts of a record by language tag (BCP 47), then by field. An empty entry says that the record itself is in that language. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;

/** What has texts in several languages. Absent as empty: there is one language alone. */
export interface Translated {
  readonly translations?: Translations | undefined;
}

/**
 * The tag that serves a reader best: the lookup of RFC 4647 §3.4. A range is cut from its end until there is a tag, `de-AT`
 * after `de-AT-1996`; the first range that finds one decides. Undefined: the record as it is.
 */
export function lookUpLanguage(tags: readonly string[], ranges: readonly string[]): string | undefined {
  const known = new Map(tags.map((tag) => [tag.toLowerCase(), tag]));
  return ranges
    .flatMap((range) => shorterRanges(range.toLowerCase()))
    .map((range) => known.get(range))
    .find((tag) => tag !== undefined);
}

/** A single letter or digit begins a sequence: it never stands last. */
function shorterRanges(range: string): string[] {
  const subtags = range.split('-');
  return subtags
    .map((_, index) => subtags.slice(0, subtags.length - index))
    .filter((rest) => rest.at(-1)?.length !== 1)
    .map((rest) => rest.join('-'));
}

/** The text of a field for a reader of these languages, best first. */
export function translatedText(
  field: string,
  text: string,
  translations: Translations | undefined,
  ranges: readonly string[],
): string {
  const tag = lookUpLanguage(Object.keys(translations ?? {}), ranges);
  return (tag === undefined ? undefined : translations?.[tag]?.[field]) ?? text;
}

/** In one order, so that equal translations are written equally; nothing where there are none. */
export function orderedTranslations(translations: Translations | undefined): Translated {
  const entries = inOrder(translations ?? {}).map(([tag, texts]) => [
    tag,
    Object.fromEntries(inOrder(texts)),
  ]);
  return entries.length === 0 ? {} : { translations: Object.fromEntries(entries) };
}

function inOrder<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
