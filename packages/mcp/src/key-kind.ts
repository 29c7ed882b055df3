export type KeyKind = 'secret' | 'publishable';

/** Undefined for text that is no key of the API. Whether the key is in force is for the API to say. */
export function keyKindOf(key: string): KeyKind | undefined {
  if (/^sk_(live|test)_\w{1,100}$/.test(key)) return 'secret';
  return /^pk_(live|test)_\w{1,100}$/.test(key) ? 'publishable' : undefined;
}
