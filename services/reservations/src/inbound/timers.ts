// The table of what reservations does by itself, and how often.
import { every } from '@lodging/kit-runtime';
import type { Logger, TimerLoop } from '@lodging/kit-runtime';
import { expireHolds } from '../use-cases/expire-holds.ts';
import type { ExpireHoldsDeps } from '../use-cases/expire-holds.ts';
import { forgetWhatIsOld } from '../use-cases/forget-what-is-old.ts';
import { freeUnitsOfNoShows } from '../use-cases/free-units.ts';
import type { FreeUnitsDeps } from '../use-cases/free-units.ts';
import type { LapsedStore, SigningKeys } from '../use-cases/ports.ts';
import { sweepPending } from '../use-cases/sweep-pending.ts';
import type { SweepPendingDeps } from '../use-cases/sweep-pending.ts';

export type TimerDeps = ExpireHoldsDeps &
  SweepPendingDeps &
  FreeUnitsDeps & { readonly lapsed: LapsedStore; readonly signingKeys: SigningKeys };

export function startTimers(
  deps: TimerDeps,
  { log, signal }: { readonly log: Logger; readonly signal: AbortSignal },
): TimerLoop[] {
  return [
    every({ name: 'expire-holds', seconds: 1, log, signal }, () => expireHolds(deps)),
    every({ name: 'sweep-pending', seconds: 5, log, signal }, () => sweepPending(deps)),
    every({ name: 'free-units', seconds: 5, log, signal }, () => freeUnitsOfNoShows(deps)),
    every({ name: 'rotate-signing-keys', seconds: 3_600, log, signal }, () => deps.signingKeys.rotate()),
    every({ name: 'forget-what-is-old', seconds: 3_600, log, signal }, () => forgetWhatIsOld(deps)),
  ];
}
