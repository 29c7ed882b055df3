import type { StayWindow } from '@lodging/kernel';

/**
 * A sold stay, which needs its units, or a hold that is not over: it claims its units when it is confirmed, where its claim is
 * then.
 */
export interface LivingStay {
  readonly tenantId: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly resourceId: string;
  readonly window: StayWindow;
  readonly quantity: number;
  readonly isHeld: boolean;
  /** A change of the stay was applied. */
  readonly isChanged: boolean;
  /** A change is being applied: its units move before the stay does. */
  readonly isChanging: boolean;
}

export interface StayName {
  readonly tenantId: string;
  readonly id: string;
}

export interface KnownStay {
  readonly id: string;
  readonly knows: { readonly state: string; readonly version: number; readonly hasGuest: boolean };
}

export interface LivingStays {
  readonly since: Temporal.Instant;
  /** Beside those that changed since. */
  readonly stays: readonly StayName[];
  readonly after: string | null;
  readonly limit: number;
}

export interface OneStay extends LivingStay {
  /** Sold or held, and not over. */
  readonly isLiving: boolean;
}

/** After a database was set back, this one or that of inventory. */
export interface RecoveryRepository {
  lookUp(stays: readonly StayName[]): Promise<KnownStay[]>;
  /** In the order of their ids; `after` is the id of the last one before. */
  listLiving(wanted: LivingStays): Promise<LivingStay[]>;
  findStay(stay: StayName): Promise<OneStay | undefined>;
}
