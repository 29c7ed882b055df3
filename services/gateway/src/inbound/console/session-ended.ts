import { ProblemError } from '@lodging/kit-http';

export const SESSION_ENDED = 'The session of the console has ended. Sign in again.';

export function sessionEnded(): ProblemError {
  const headers = { 'www-authenticate': 'Bearer' };
  return new ProblemError({ code: 'session_ended', detail: SESSION_ENDED, headers });
}
