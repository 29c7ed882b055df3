export type UnavailableReason =
  | 'not-connected'
  | 'no-responder'
  | 'timeout'
  /** It took the request, and then neither answered nor gave a sign of life. */
  | 'silent'
  | 'deadline-passed'
  | 'overloaded'
  /** It answers, but somebody whom it needs does not. */
  | 'neighbour-unavailable'
  | 'fault'
  | 'unreadable-answer';

/** The neighbour may or may not have done the work: only an operation that is idempotent may be sent again. */
export class Unavailable extends Error {
  readonly subject: string;
  readonly reason: UnavailableReason;

  constructor(subject: string, reason: UnavailableReason, cause?: unknown) {
    super(`${subject} is unavailable: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = 'Unavailable';
    this.subject = subject;
    this.reason = reason;
  }
}
