const MASK = '***';

/** Scheme, host and path identify an endpoint; credentials and the query may be secrets. */
export function maskUrl(text: string): string {
  if (!URL.canParse(text)) return MASK;
  const { protocol, host, pathname, search } = new URL(text);
  return `${protocol}//${host}${pathname}${search === '' ? '' : `?${MASK}`}`;
}
