export type UnavailableReason =
  | 'not-connected'
  | 'no-responder'
  | 'timeout'
  /** The service took the request and then sent neither an answer nor a heartbeat. */
  | 'silent'
  | 'deadline-passed'
  | 'overloaded'
  /** The service answered that a service it depends on is unavailable. */
  | 'neighbour-unavailable'
  /** The service does not accept the authority of the request. */
  | 'not-authorized'
  | 'fault'
  | 'unreadable-answer';

/** The other service may or may not have done the work: only an idempotent operation may be sent again. */
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
