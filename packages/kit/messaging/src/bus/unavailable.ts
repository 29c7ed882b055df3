export type UnavailableReason =
  | 'not-connected'
  | 'no-responder'
  | 'timeout'
  /** The service took the request and then sent neither an answer nor a heartbeat. */
  | 'silent'
  | 'deadline-passed'
  | 'overloaded'
  /** The tenant has its fair share of the service in progress; the request was not run. */
  | 'rate-limited'
  /** The service answered that a service it depends on is unavailable. */
  | 'neighbour-unavailable'
  /** The tenant is over its fair share of a service that the called one depends on. */
  | 'neighbour-rate-limited'
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

  /** The tenant has more in progress than its fair share; other tenants are answered. */
  get isOverShare(): boolean {
    return this.reason === 'rate-limited' || this.reason === 'neighbour-rate-limited';
  }
}
