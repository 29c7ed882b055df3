import type { Translated } from '../translations.ts';

/** What a cancellation costs the guest. */
export type Penalty =
  | { readonly kind: 'none' }
  | { readonly kind: 'percent'; readonly bps: number; readonly of: 'accommodation' | 'total' }
  | { readonly kind: 'nights'; readonly count: number }
  | { readonly kind: 'fixed'; readonly amountMinorUnits: bigint; readonly currency: string };

/** How long before the arrival a step ends. */
export interface Notice {
  readonly count: number;
  readonly unit: 'days' | 'hours';
}

export interface PolicyStep {
  readonly before: Notice;
  readonly penalty: Penalty;
}

/** The terms on which a stay is cancelled, from the furthest step to the nearest. */
export interface CancellationPolicy extends Translated {
  /** As first written. */
  readonly code: string;
  readonly name: string;
  readonly version: number;
  /** `HH:MM`, the local time of the arrival; null: the check-in time of the resource. */
  readonly referenceTime: string | null;
  readonly graceMinutes: number;
  /** The grace needs an arrival at least so many hours after the confirmation. */
  readonly graceMinHoursBefore: number;
  readonly steps: readonly PolicyStep[];
  /** After the last deadline. */
  readonly afterwards: Penalty;
  readonly noShow: Penalty;
}

export function penaltiesOf({ steps, afterwards, noShow }: CancellationPolicy): readonly Penalty[] {
  return [...steps.map(({ penalty }) => penalty), afterwards, noShow];
}
