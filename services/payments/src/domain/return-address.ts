export interface AllowedAddresses {
  readonly origins: readonly string[];
  readonly livemode: boolean;
}

/** The scheme and the authority as written: a parser forgives more than is safe to hand on. */
const WRITTEN = /^https?:\/\/([^/?#]+)/i;
/** Blanks, control characters and backslashes are read differently by different parsers. */
const AMBIGUOUS = /[\s\\\p{Cc}]/u;

/** Why it cannot be one, or undefined. */
export function addressProblem(text: string, { origins, livemode }: AllowedAddresses): string | undefined {
  const authority = WRITTEN.exec(text)?.[1];
  if (authority === undefined || AMBIGUOUS.test(text) || !URL.canParse(text))
    return 'must be an absolute https address';
  if (authority.includes('@')) return 'must not hold user information';
  const url = new URL(text);
  const isLocalTest = !livemode && url.protocol === 'http:' && url.hostname === 'localhost';
  if (url.protocol !== 'https:' && !isLocalTest) return 'must use https';
  return origins.includes(url.origin) ? undefined : 'must have an origin of the redirect list';
}
