// forget-what-is-old: idempotency keys after 30 days, codes a day after their hold. In small bites.
import type { LapsedStore } from './ports.ts';

export async function forgetWhatIsOld(deps: {
  readonly lapsed: Pick<LapsedStore, 'forgetOldKeys' | 'forgetOldCodes'>;
}): Promise<void> {
  while ((await deps.lapsed.forgetOldKeys()) > 0);
  while ((await deps.lapsed.forgetOldCodes()) > 0);
}
