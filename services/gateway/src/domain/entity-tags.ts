const MAX_TAGS = 100;
/** An entity tag of RFC 9110 §8.8.3, weak or strong. */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")\s*(?:,|$)/gy;

/**
 * The entity tags of an If-None-Match header, quoted and without `W/`: reads use the weak comparison, and a proxy that
 * compresses a response makes its tag weak. `*` stands for any tag. A malformed header gives an empty list.
 */
export function knownTags(ifNoneMatch: string | undefined): string[] {
  const text = (ifNoneMatch ?? '').trim();
  if (text === '*') return ['*'];
  const tags = new Set<string>();
  const list = text.replace(/,\s+/g, ',');
  let end = 0;
  for (const match of list.matchAll(TAG)) {
    if (match[1] !== undefined) tags.add(match[1]);
    end = match.index + match[0].length;
  }
  return end === list.length ? [...tags].slice(0, MAX_TAGS) : [];
}
