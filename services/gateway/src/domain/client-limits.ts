/**
 * How much a publishable key may do from one client address, in holds that are open and in codes that are mailed. Such a
 * key is in every page, so anybody may use it. Null: no limit.
 */
export interface ClientLimits {
  readonly maxOpenHolds: number | null;
  readonly maxHeldUnitNights: number | null;
  /** To one e-mail address, from whatever client. */
  readonly codesPerAddressHour: number | null;
  readonly codesPerClientHour: number | null;
}

export const DEFAULT_CLIENT_LIMITS: ClientLimits = {
  maxOpenHolds: 25,
  maxHeldUnitNights: 750,
  codesPerAddressHour: 10,
  codesPerClientHour: 100,
};

export type LimitChanges = { readonly [Name in keyof ClientLimits]?: ClientLimits[Name] | undefined };

/** A limit that is absent stays. */
export function limited<Limits extends ClientLimits>(current: Limits, changes: LimitChanges): Limits {
  const given = Object.entries(changes).filter(([, limit]) => limit !== undefined);
  return { ...current, ...Object.fromEntries(given) };
}
