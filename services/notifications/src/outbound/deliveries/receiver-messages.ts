import { EgressError } from '@lodging/kit-security';
import type { EgressErrorReason, EgressUrlProblem } from '@lodging/kit-security';

export const receiverMessages: Readonly<Record<EgressErrorReason | EgressUrlProblem, string>> = {
  'not-http': 'The address is not an https address.',
  credentials: 'The address carries a user name or password, which is not supported.',
  port: 'The address names a port: only 443 is supported.',
  'private-address': 'The address is not on the public internet.',
  'no-address': 'The name in the address does not exist.',
  'name-not-found': 'The name in the address could not be found.',
  'name-timeout': 'The name in the address could not be looked up in time.',
  unreachable: 'The receiver could not be reached.',
  'tls-failed': 'No secure connection to the receiver could be made.',
};

const FIRST_REDIRECT = 300;
const FIRST_ERROR = 400;

/** Null for a success. */
export function statusMessage(status: number): string | null {
  if (status >= 200 && status < FIRST_REDIRECT) return null;
  return status >= FIRST_REDIRECT && status < FIRST_ERROR
    ? `The receiver redirects (status ${status}), which is not followed.`
    : `The receiver answered with status ${status}.`;
}

export function failureMessage(error: unknown, hasTimedOut: boolean, timeoutMs: number): string {
  if (hasTimedOut) return `The receiver did not answer within ${timeoutMs / 1_000} seconds.`;
  // The end of the connection, or an answer that is not HTTP; its message may contain the address.
  return error instanceof EgressError
    ? receiverMessages[error.reason]
    : 'The receiver broke off the connection.';
}
