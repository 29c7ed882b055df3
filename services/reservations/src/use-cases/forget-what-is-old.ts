// forget-what-is-old: idempotency keys after 30 days, codes a day after their hold. In small bites.
import type { LapsedStore } from './ports.ts';

export async function forgetWhatIsOld(needs: {
  readonly lapsed: Pick<LapsedStore, 'forgetOldKeys' | 'forgetOldCodes'>;
}): Promise<void> {
  while ((await needs.lapsed.forgetOldKeys()) > 0);
  while ((await needs.lapsed.forgetOldCodes()) > 0);
}
