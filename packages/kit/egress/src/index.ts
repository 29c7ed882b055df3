// The egress kit's one door: calling addresses that strangers name, without ever calling ourselves.
export { addressOf, InsideError, openOutside, OutsideError } from './open-outside.ts';
export type { OpenOptions, OutsideReason } from './open-outside.ts';
export { readOutsideUrl } from './outside-url.ts';
export type { OutsideUrl, RefusedUrl } from './outside-url.ts';
export { isPublicAddress } from './public-address.ts';
export { readRetryAfter } from './read-retry-after.ts';
export type { ResolveName } from './resolve-name.ts';
