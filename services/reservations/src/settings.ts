import { commonSettings, setting } from '@lodging/kit-runtime';
import { z } from 'zod';

export const settings = z.object({
  ...commonSettings,
  /** How long a signed price is promised. */
  QUOTE_TTL_SECONDS: setting.seconds(900),
  /** How long a hold keeps its units without a payment. */
  HOLD_TTL_SECONDS: setting.seconds(900),
  /** How long a change of a stay keeps its units without its payment. */
  CHANGE_TTL_SECONDS: setting.seconds(900),
  /** How long a one-time code is valid. */
  GUEST_CODE_TTL_SECONDS: setting.seconds(600),
  /**
   * Seals the signing keys in the database. It and the secrets below are JSON arrays while they are replaced, the new one
   * first.
   */
  TOKEN_KEY_SECRET: setting.keyRing(32),
  /** Keys the digests of one-time codes. */
  GUEST_CODE_SECRET: setting.keyRing(32),
  /** Seals the guests in the database and keys the hashes of e-mail addresses and clients. */
  GUEST_DATA_SECRET: setting.keyRing(32),
});
export type Settings = z.infer<typeof settings>;
