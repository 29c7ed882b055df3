import type { LodgingError } from '@lodging/client';
import type { Texts } from '../texts/texts.ts';
import { isLodgingError } from './lodging.ts';

/** Codes after which the same request may succeed. */
const WORTH_ANOTHER_TRY = [
  'connection_failed',
  'deadline_exceeded',
  'unexpected_response',
  'service_unavailable',
  'internal_error',
  'request_timeout',
  'resource_locked',
  'rate_limited',
  'payment_setup_failed',
  'aborted',
];

export interface RefusalWords {
  readonly words: string;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly canTryAgain: boolean;
}

/** What a refusal means in the language of the operator. A code of a newer API is shown with its own title. */
export function wordsOf(error: unknown, texts: Texts): RefusalWords {
  if (!isLodgingError(error))
    return { words: texts.shell.screenFailed, code: 'page', requestId: undefined, canTryAgain: true };
  const words = texts.refusals[error.code] ?? error.title;
  const wait = error.retryAfterSeconds;
  return {
    words: wait === undefined ? words : `${words} ${texts.common.retryAfter(Math.ceil(wait))}`,
    code: error.code,
    requestId: error.requestId,
    canTryAgain: WORTH_ANOTHER_TRY.includes(error.code),
  };
}

/** What `validation_failed` says of each field, by the last part of its pointer. */
export function fieldFaults(error: unknown): ReadonlyMap<string, string> {
  return new Map(
    [...pointerFaults(error)].map(([pointer, message]) => [pointer.replace(/^.*\//, ''), message]),
  );
}

/** By the whole pointer, also inside lists: `/steps/1/before/count`. */
export function pointerFaults(error: unknown): ReadonlyMap<string, string> {
  if (!isLodgingError(error) || error.code !== 'validation_failed') return new Map();
  const { errors } = error as LodgingError & { errors: readonly { pointer: string; message: string }[] };
  return new Map(errors.map(({ pointer, message }) => [pointer, message]));
}
