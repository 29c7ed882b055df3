// The kernel's one door: pure values that every context shares.
export { isWellFormedBehind, SECRET_RANDOM_BYTES, writeSecret } from './checked-secret.ts';
export type { Clock, NewId } from './clock.ts';
export { crc32 } from './crc32.ts';
export { isUuid, uuidV7 } from './ids.ts';
export { instantText } from './instant-text.ts';
export { pageOf } from './page.ts';
export type { ListPosition, Page } from './page.ts';
export { divideHalfUp, minorUnitExponent, WHOLE_BPS } from './money.ts';
export { ok, refuse, unreachable } from './result.ts';
export type { Refusal, Result } from './result.ts';
export { datesBetween, daysBetween, localDate, nightsOf, startedDaysOf } from './stay-window.ts';
export type { StayWindow } from './stay-window.ts';
