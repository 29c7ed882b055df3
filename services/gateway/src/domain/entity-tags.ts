const MAX_TAGS = 100;
/** An entity tag of RFC 9110 §8.8.3, weak or strong. */
const TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")\s*(?:,|$)/gy;

/**
 * The entity tags of an If-None-Match header, quoted and without `W/`: reads use the weak comparison, and a proxy that
 * compresses a response makes its tag weak. `*` stands for any tag. A malformed header gives an empty list.
 */
export function knownTags(ifNoneMatch: string | undefined): string[] {
  return distinct(tagsOf(ifNoneMatch ?? ''));
}

/** The same of an If-Match header, whose comparison is strong: a weak tag matches nothing. */
export function matchedTags(ifMatch: string): string[] {
  return distinct(tagsOf(ifMatch).filter(({ isWeak }) => !isWeak));
}

/** The part of a tag that names the languages of a reader: a body with texts in several languages differs by them. */
export function variantOf(languages: readonly string[]): string {
  return languages.length === 0 ? 'base' : languages.join('.').toLowerCase();
}

export function tagOfVariant(etag: string, variant: string): string {
  return `${etag.slice(0, -1)};${variant}"`;
}

/** An If-None-Match header with the plain tags of this variant. Those of other variants stay, and match nothing. */
export function ofVariant(ifNoneMatch: string, variant: string): string {
  return ifNoneMatch.replaceAll(`;${variant}"`, '"');
}

/** An If-Match header: a version is one version in all languages. */
export function ofAnyVariant(ifMatch: string): string {
  return ifMatch.replaceAll(/;[a-z\d.-]+"/g, '"');
}

interface EntityTag {
  readonly tag: string;
  readonly isWeak: boolean;
}

function distinct(tags: readonly EntityTag[]): string[] {
  return [...new Set(tags.map(({ tag }) => tag))].slice(0, MAX_TAGS);
}

function tagsOf(header: string): EntityTag[] {
  const text = header.trim();
  if (text === '*') return [{ tag: '*', isWeak: false }];
  const tags: EntityTag[] = [];
  const list = text.replace(/,\s+/g, ',');
  let end = 0;
  for (const [whole, weak, tag] of list.matchAll(TAG)) {
    if (tag !== undefined) tags.push({ tag, isWeak: weak !== undefined });
    end += whole.length;
  }
  return end === list.length ? tags : [];
}
