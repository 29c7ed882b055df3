/**
 * How much a publishable key may do from one client network, in holds that are open and in codes that are mailed. Such a
 * key is in every page, so every visitor can use it. Null: no limit.
 */
export interface ClientLimits {
  readonly maxOpenHolds: number | null;
  readonly maxHeldUnitNights: number | null;
  /** To one e-mail address, from whatever client. */
  readonly codesPerAddressHour: number | null;
  readonly codesPerClientHour: number | null;
  /** The limit of unit-nights follows the size of the property, up to `maxHeldUnitNights`. */
  readonly heldUnitNightsFollowSize: boolean;
  /** The limit of all client networks of a key together, as a multiple of that of one. */
  readonly keyLimitFactor: number | null;
}

/** As they are stored. */
export interface TenantLimits extends Omit<ClientLimits, 'heldUnitNightsFollowSize'> {
  readonly heldUnitNightsAreSet: boolean;
}

const MOST_UNIT_NIGHTS = 750;

export const DEFAULT_LIMITS: TenantLimits = {
  maxOpenHolds: 25,
  maxHeldUnitNights: MOST_UNIT_NIGHTS,
  codesPerAddressHour: 10,
  codesPerClientHour: 100,
  heldUnitNightsAreSet: false,
  keyLimitFactor: 10,
};

/** A stored number other than that of the default was set by a release that did not record that it was. */
export function clientLimitsOf({ heldUnitNightsAreSet, ...limits }: TenantLimits): ClientLimits {
  const isDefault = !heldUnitNightsAreSet && limits.maxHeldUnitNights === MOST_UNIT_NIGHTS;
  return { ...limits, heldUnitNightsFollowSize: isDefault };
}

export type LimitChanges = { readonly [Name in keyof ClientLimits]?: ClientLimits[Name] | undefined };

/** A limit that is absent stays. */
export function limited<Limits extends TenantLimits>(current: Limits, changes: LimitChanges): Limits {
  const { heldUnitNightsFollowSize, ...numbers } = changes;
  const given = Object.entries(numbers).filter(([, limit]) => limit !== undefined);
  const next = { ...current, ...Object.fromEntries(given) };
  if (heldUnitNightsFollowSize === true)
    return { ...next, maxHeldUnitNights: MOST_UNIT_NIGHTS, heldUnitNightsAreSet: false };
  const isSet = numbers.maxHeldUnitNights !== undefined || heldUnitNightsFollowSize === false;
  return { ...next, heldUnitNightsAreSet: isSet || current.heldUnitNightsAreSet };
}
