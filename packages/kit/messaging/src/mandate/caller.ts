import type { Caller } from '@lodging/kit-runtime';
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
    (!('ownerId' in value) || typeof value.ownerId === 'string') &&
    (!('limits' in value) || isLimits(value.limits)) &&
    'permissions' in value &&
    Array.isArray(value.permissions),
);

function isLimits(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(
    (limit) => limit === null || typeof limit === 'boolean' || Number.isSafeInteger(limit),
  );
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
