import { brand } from './brand.ts';

export type VerificationReason = 'malformed' | 'unknown_key' | 'wrong_signature' | 'wrong_time';

/** What arrived was not signed by whom it should be, or not lately. */
export class VerificationError extends Error {
  declare readonly name: 'VerificationError';
  readonly reason: VerificationReason;

  constructor(reason: VerificationReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
brand(VerificationError, 'VerificationError');
