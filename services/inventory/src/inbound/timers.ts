import { timer } from '@lodging/kit-runtime';
import type { Timer } from '@lodging/kit-runtime';
import type { InventoryDeps } from '../ports/deps.ts';

const PURGE_SECONDS = 3600;

export function timers({ moves, ownBlocks }: Pick<InventoryDeps, 'moves' | 'ownBlocks'>): Timer[] {
  return [
    timer({ name: 'purge-moves', seconds: PURGE_SECONDS }, () => moves.purgeOld()),
    timer({ name: 'purge-block-keys', seconds: PURGE_SECONDS }, () => ownBlocks.purgeOldKeys()),
  ];
}
