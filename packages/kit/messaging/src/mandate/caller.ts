import type { Caller, ClientLimits } from '@lodging/kit-runtime';
import { z } from 'zod';

const KINDS: readonly string[] = ['secret', 'publishable', 'operator', 'platform', 'service'];

/** Further fields pass: a newer sender may add some. */
export const callerShape = z.custom<Caller>(
  (value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    KINDS.includes(value.kind) &&
    (!('keyId' in value) || typeof value.keyId === 'string') &&
    (!('operatorId' in value) || typeof value.operatorId === 'string') &&
    (!('limits' in value) || isLimits(value.limits)) &&
    'permissions' in value &&
    Array.isArray(value.permissions),
);

const LIMITS: readonly (keyof ClientLimits)[] = [
  'maxOpenHolds',
  'maxHeldUnitNights',
  'codesPerAddressHour',
  'codesPerClientHour',
];

function isLimits(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const limits: Readonly<Record<string, unknown>> = { ...value };
  return LIMITS.every((name) => limits[name] === null || Number.isSafeInteger(limits[name]));
}

/** A caller makes many requests; its JSON is written once. */
const callerTexts = new WeakMap<Caller, string>();

export function callerText(caller: Caller): string {
  let text = callerTexts.get(caller);
  if (text === undefined) {
    text = JSON.stringify(caller);
    callerTexts.set(caller, text);
  }
  return text;
}

/** Undefined where the text is not the JSON of a caller. */
export function readCaller(text: string): Caller | undefined {
  try {
    return callerShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
