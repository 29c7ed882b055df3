export interface AllowedRedirects {
  readonly origins: readonly string[];
  readonly livemode: boolean;
}

/** The scheme and the authority as written: a URL parser accepts more than is safe to pass on. */
const WRITTEN = /^https?:\/\/([^/?#]+)/i;
/** Parsers disagree on blanks, control characters and backslashes. */
const AMBIGUOUS = /[\s\\\p{Cc}]/u;

/** Why a Checkout Session may not send a guest to this URL; undefined where it may. */
export function redirectUrlProblem(
  text: string,
  { origins, livemode }: AllowedRedirects,
): string | undefined {
  const authority = WRITTEN.exec(text)?.[1];
  if (authority === undefined || AMBIGUOUS.test(text) || !URL.canParse(text))
    return 'must be an absolute https address';
  if (authority.includes('@')) return 'must not hold user information';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !isLocalTest(url, livemode)) return 'must use https';
  return origins.includes(url.origin) ? undefined : 'must have an origin of the redirect list';
}

/** Why a tenant may not list this origin; undefined where it may. `http://localhost` is for the sandbox alone. */
export function redirectOriginProblem(text: string, livemode: boolean): string | undefined {
  if (!URL.canParse(text)) return 'must be an origin, such as https://hotel.example';
  const url = new URL(text);
  if (url.origin !== text) return 'must be an origin alone: scheme, host and port';
  return url.protocol === 'https:' || isLocalTest(url, livemode) ? undefined : 'must use https';
}

function isLocalTest({ protocol, hostname }: URL, livemode: boolean): boolean {
  return !livemode && protocol === 'http:' && hostname === 'localhost';
}
