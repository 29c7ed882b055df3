import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { CodeQuota } from '../domain/guests/code-limits.ts';
import type { GuestCodes } from '../domain/guests/guest-code.ts';
import type { Author } from '../domain/history/history.ts';
import type { SealedGuest } from '../domain/stay/guest-details.ts';
import type { Reservation } from '../domain/stay/reservation.ts';
import type { RoomName } from '../domain/stay/room-name.ts';

/** Keys of earlier secrets, under which fingerprints may still be compared. */
export interface EarlierGuestKeyRepository {
  /** Deletes keys that have sealed no guest for 31 days. */
  purge(): Promise<void>;
}

export interface VerifiedGuestDetails extends Partial<SealedGuest> {
  readonly guestEmail: string;
  readonly guestLanguage?: string;
}

export interface CodeDecision<T> {
  /** Stored whatever the answer is. */
  readonly codes: GuestCodes;
  /** Written where a code was verified; what is absent stays as it is. */
  readonly verified?: VerifiedGuestDetails;
  /** A code that counts in each of the quotas. */
  readonly isIssued?: boolean;
  /** When a code was issued that does not count any more, because it was not mailed. */
  readonly withdrawnAt?: Temporal.Instant;
  readonly answer: Result<T, Refusal>;
}

export interface GuestCodeRepository {
  /** The reservation's row is locked while `decide` runs. Undefined: there is no such reservation. */
  update<T>(
    tenantId: string,
    reservationId: string,
    decide: (
      reservation: Reservation,
      codes: GuestCodes,
      at: Temporal.Instant,
      /** When codes were mailed, for each of `quotas`; locked like the row. */
      sends: readonly (readonly Temporal.Instant[])[],
    ) => CodeDecision<T>,
    options?: { readonly quotas?: readonly CodeQuota[]; readonly author?: Author },
  ): Promise<Result<T, Refusal> | undefined>;
}

export interface CodeToHash {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly email: string;
  readonly code: string;
}

export interface GuestCodeHasher {
  /** Six digits, uniformly distributed. */
  generate(): string;
  /** As it is stored. */
  digest(of: CodeToHash): string;
  /** All that may be stored of it, while its secret is replaced. */
  digests(of: CodeToHash): readonly [string, ...string[]];
  /** Compares two digests in constant time. */
  readonly equals: (one: string, other: string) => boolean;
}

/** Keyed hashes of personal data that is only ever compared. */
export interface GuestHashes {
  recipient(tenantId: string, email: string): string;
  /** The same for every tenant. */
  recipientEverywhere(email: string): string;
  client(keyId: string, network: string): string;
  key(keyId: string): string;
  /** Of mailed links. */
  linkRecipient(tenantId: string, email: string): string;
  linkedBooking(tenantId: string, reservationId: string): string;
}

/** All client networks of the publishable key of the request have reached the limit of the key together. */
export type ReportKeyLimit = (
  ctx: Pick<RequestContext, 'tenantId' | 'caller'>,
  limit: 'holds' | 'codes',
) => void;

/** What guests read of a resource; kept for a while, so that a code rarely asks for it. */
export interface ResourceNames {
  /** Null where inventory does not answer soon: the text does without the name. */
  find(ctx: RequestContext, resourceId: string): Promise<RoomName | null>;
}
