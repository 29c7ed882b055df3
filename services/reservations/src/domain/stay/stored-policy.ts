import type { Translated } from '@lodging/kernel';

/** The cancellation policy that a stay was sold with, as inventory wrote it. It is signed, stored and shown as it is. */
export interface StoredPolicy {
  readonly policy: PolicyRecord;
  /** The moment from which deadlines are counted back, where the stay is sold. */
  readonly anchor: {
    readonly at: string;
    readonly date: string;
    readonly time: string;
    readonly timeZone: string;
  };
}

export interface PolicyRecord extends Translated {
  readonly code: string;
  readonly name: string;
  readonly version: number;
  readonly referenceTime: string | null;
  readonly graceMinutes: number;
  readonly graceMinHoursBefore: number;
  readonly steps: readonly {
    readonly before: { readonly count: number; readonly unit: 'days' | 'hours' };
    readonly penalty: PenaltyRecord;
  }[];
  readonly afterwards: PenaltyRecord;
  readonly noShow: PenaltyRecord;
}

export type PenaltyRecord =
  | { readonly kind: 'none' }
  | { readonly kind: 'percent'; readonly bps: number; readonly of: 'accommodation' | 'total' }
  | { readonly kind: 'nights'; readonly count: number }
  | { readonly kind: 'fixed'; readonly amountMinorUnits: string; readonly currency: string };
