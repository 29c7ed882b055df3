const MOST_TAGS = 100;
/** An entity tag of RFC 9110 §8.8.3, weak or strong. */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")\s*(?:,|$)/gy;

/**
 * In quotes and without `W/`: the comparison for a read is the weak one, and a proxy that packs an answer makes its tag
 * weak. `*` stands for any. What is no list of tags names nothing.
 */
export function knownTags(ifNoneMatch: string | undefined): string[] {
  const text = (ifNoneMatch ?? '').trim();
  if (text === '*') return ['*'];
  const tags = new Set<string>();
  const parts = text.replace(/,\s+/g, ',');
  let end = 0;
  for (const match of parts.matchAll(TAG)) {
    if (match[1] !== undefined) tags.add(match[1]);
    end = match.index + match[0].length;
  }
  return end === parts.length ? [...tags].slice(0, MOST_TAGS) : [];
}
