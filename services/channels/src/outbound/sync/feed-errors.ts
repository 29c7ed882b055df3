import type { EgressErrorReason, EgressUrlProblem } from '@lodging/kit-security';

/** A failure whose message is for the operator. */
export class FeedError extends Error {}

export const failureMessages: Readonly<Record<EgressErrorReason | EgressUrlProblem, string>> = {
  'not-http': 'The address is not an http or https address.',
  credentials: 'The address carries a user name or password, which is not supported.',
  port: 'The address names a port: only 443 for https and 80 for http are supported.',
  'private-address': 'The address is not on the public internet.',
  'no-address': 'The name in the address does not exist.',
  'name-not-found': 'The name in the address could not be found.',
  'name-timeout': 'The name in the address could not be looked up in time.',
  unreachable: "The calendar's server could not be reached.",
  'tls-failed': "No secure connection to the calendar's server could be made.",
};
