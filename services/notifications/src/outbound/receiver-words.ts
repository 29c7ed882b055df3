import { EgressError } from '@lodging/kit-security';
import type { EgressErrorReason, EgressUrlProblem } from '@lodging/kit-security';

export const receiverWords: Readonly<Record<EgressErrorReason | EgressUrlProblem, string>> = {
  'not-http': 'The address is not an https address.',
  credentials: 'The address carries a user name or password, which is not supported.',
  port: 'The address names a port on which no receiver is to be expected.',
  'private-address': 'The address is not on the public internet.',
  'no-address': 'The name in the address does not exist.',
  'name-not-found': 'The name in the address could not be found.',
  'name-timeout': 'The name in the address could not be looked up in time.',
  unreachable: 'The receiver could not be reached.',
  'tls-failed': 'No secure connection to the receiver could be made.',
};

const FIRST_REDIRECT = 300;
const FIRST_ERROR = 400;

/** Null: the receiver has taken it. */
export function wordsForStatus(status: number): string | null {
  if (status >= 200 && status < FIRST_REDIRECT) return null;
  return status >= FIRST_REDIRECT && status < FIRST_ERROR
    ? `The receiver redirects (status ${status}), which is not followed.`
    : `The receiver answered with status ${status}.`;
}

export function wordsForFailure(error: unknown, isLate: boolean, totalMs: number): string {
  if (isLate) return `The receiver did not answer within ${totalMs / 1_000} seconds.`;
  // Anything else is the connection's end, or an answer that is not http; what it says may hold the address.
  return error instanceof EgressError
    ? receiverWords[error.reason]
    : 'The receiver broke off the connection.';
}
