import type { Refusal, Result } from '@lodging/kernel';
import type { CodeQuota } from '../domain/client-limits.ts';
import type { GuestCodes } from '../domain/guest-code.ts';
import type { Author } from '../domain/history.ts';
import type { Reservation } from '../domain/reservation.ts';

export interface GuestSealingRepository {
  /** Seals a limited number of guests that are stored in clear. True: there may be more. */
  sealBatch(): Promise<boolean>;
}

export interface CodeDecision<T> {
  /** Stored whatever the answer is. */
  readonly codes: GuestCodes;
  readonly guestEmail?: string;
  /** The new times of each quota; absent: as they were. */
  readonly sends?: readonly (readonly Temporal.Instant[])[];
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
  client(keyId: string, address: string): string;
}
