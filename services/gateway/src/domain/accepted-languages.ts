const MAX_LENGTH = 1_000;
const MAX_LANGUAGES = 10;
const RANGE = /^([a-z]{2,8}(?:-[a-z\d]{1,8})*)(?:\s*;\s*q\s*=\s*(\d(?:\.\d{0,3})?))?$/i;

/** The languages of `Accept-Language` (RFC 9110 §12.5.4), best first. What is malformed is left out. */
export function acceptedLanguages(header = ''): string[] {
  const ranges = header
    .slice(0, MAX_LENGTH)
    .split(',')
    .flatMap((part) => {
      const [, tag, quality = '1'] = RANGE.exec(part.trim()) ?? [];
      return tag === undefined ? [] : [{ tag, quality: Number(quality) }];
    });
  return ranges
    .filter(({ quality }) => quality > 0 && quality <= 1)
    .toSorted((one, other) => other.quality - one.quality)
    .slice(0, MAX_LANGUAGES)
    .map(({ tag }) => tag);
}
