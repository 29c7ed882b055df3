// The table of what reservations does by itself, and how often.
import { every } from '@lodging/kit-runtime';
import type { Logger, TimerLoop } from '@lodging/kit-runtime';
import { expireHolds } from '../use-cases/expire-holds.ts';
import type { ExpireHoldsNeeds } from '../use-cases/expire-holds.ts';
import { forgetWhatIsOld } from '../use-cases/forget-what-is-old.ts';
import { freeUnitsOfNoShows } from '../use-cases/free-units.ts';
import type { FreeUnitsNeeds } from '../use-cases/free-units.ts';
import type { LapsedStore, SigningKeys } from '../use-cases/ports.ts';
import { sweepPending } from '../use-cases/sweep-pending.ts';
import type { SweepPendingNeeds } from '../use-cases/sweep-pending.ts';

export type TimerNeeds = ExpireHoldsNeeds &
  SweepPendingNeeds &
  FreeUnitsNeeds & { readonly lapsed: LapsedStore; readonly signingKeys: SigningKeys };

export function startTimers(
  needs: TimerNeeds,
  { log, signal }: { readonly log: Logger; readonly signal: AbortSignal },
): TimerLoop[] {
  return [
    every({ name: 'expire-holds', seconds: 1, log, signal }, () => expireHolds(needs)),
    every({ name: 'sweep-pending', seconds: 5, log, signal }, () => sweepPending(needs)),
    every({ name: 'free-units', seconds: 5, log, signal }, () => freeUnitsOfNoShows(needs)),
    every({ name: 'rotate-signing-keys', seconds: 3_600, log, signal }, () => needs.signingKeys.rotate()),
    every({ name: 'forget-what-is-old', seconds: 3_600, log, signal }, () => forgetWhatIsOld(needs)),
  ];
}
