/**
 * Why it cannot be one, or undefined. http on localhost may stand on the list of any tenant; whether a checkout may use
 * it is decided by the key that asks for the checkout.
 */
export function originProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be an origin, such as https://hotel.example';
  const url = new URL(text);
  if (url.origin !== text) return 'must be an origin alone: scheme, host and port';
  const isLocal = url.protocol === 'http:' && url.hostname === 'localhost';
  return url.protocol === 'https:' || isLocal ? undefined : 'must use https';
}
