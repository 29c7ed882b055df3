export type EgressErrorReason =
  | 'private-address'
  | 'no-address'
  | 'name-not-found'
  | 'name-timeout'
  | 'unreachable'
  | 'tls-failed';

/** Why no connection was made. The caller words the message. */
export class EgressError extends Error {
  override readonly name: string = 'EgressError';
  readonly reason: EgressErrorReason;

  constructor(reason: EgressErrorReason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** Unlike the other failures, this one says that the address itself is wrong. */
export class PrivateAddressError extends EgressError {
  override readonly name = 'PrivateAddressError';

  constructor() {
    super('private-address');
  }
}
