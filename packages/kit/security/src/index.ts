export { addressOf, InsideError, openOutside, OutsideError } from './egress/open-outside.ts';
export type { OpenOptions, OutsideReason } from './egress/open-outside.ts';
export { readOutsideUrl } from './egress/outside-url.ts';
export type { OutsideUrl, RefusedUrl } from './egress/outside-url.ts';
export { isPublicAddress } from './egress/public-address.ts';
export { readRetryAfter } from './egress/read-retry-after.ts';
export type { ResolveName } from './egress/resolve-name.ts';
export { sealing } from './sealing/sealed-text.ts';
export type { Sealing } from './sealing/sealed-text.ts';
