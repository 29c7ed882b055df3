import { formatSecret, isWellFormedSecret } from '@lodging/kernel';

/** A named token of the admin API. Its text is shown once, when it is created. */
export interface AdminToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: Temporal.Instant;
  /** Null: never. */
  readonly expiresAt: Temporal.Instant | null;
  readonly lastUsedAt: Temporal.Instant | null;
}

const PREFIX = 'adm_';

/** `random` must be SECRET_RANDOM_BYTES long. */
export function formatAdminToken(random: Uint8Array): string {
  return formatSecret(PREFIX, random);
}

/** False means the token was never issued, so no lookup is needed. The root token may have any form. */
export function isWellFormedAdminToken(text: string): boolean {
  return text.startsWith(PREFIX) && isWellFormedSecret(PREFIX.length, text);
}
