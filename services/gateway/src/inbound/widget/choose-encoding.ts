/** `identity` is the file as it is. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The smallest first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** The smallest encoding that an Accept-Encoding header allows; `identity` where it allows none. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const weights = new Map((acceptEncoding ?? '').split(',').map(weightOf));
  const weightFor = (encoding: Encoding): number =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 1 : 0);
  return ENCODINGS.find((encoding) => weightFor(encoding) > 0) ?? 'identity';
}

function weightOf(entry: string): [string, number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  // The older name of gzip, RFC 9110 §8.4.1.3.
  return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}
