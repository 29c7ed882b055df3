import { ALTERNATIVE_KINDS } from './alternative.ts';
import type { AlternativeKind } from './alternative.ts';
import { countStays } from './plan-attempts.ts';
import type { KindOfAttempts } from './plan-attempts.ts';

/**
 * What is judged of all that is planned for the wishes of one request: at most `most` stays. Kinds are left out from the end,
 * the same ones for every wish. Where the first kind alone is too much, wishes have it as long as it fits, and the others nothing.
 */
export function limitAttempts(
  planned: readonly (readonly KindOfAttempts[])[],
  most: number,
): (readonly KindOfAttempts[])[] {
  const kept = keptKinds(planned.flat(), most);
  let left = most;
  return planned.map((ofWish) => {
    const attempts = ofWish.filter(({ kind }) => kept.has(kind));
    const stays = staysOf(attempts);
    if (stays > left) return [];
    left -= stays;
    return attempts;
  });
}

/** The first one that has attempts, and those after it as long as all of them fit. */
function keptKinds(planned: readonly KindOfAttempts[], most: number): ReadonlySet<AlternativeKind> {
  const kept = new Set<AlternativeKind>();
  let stays = 0;
  for (const kind of ALTERNATIVE_KINDS) {
    const before = stays;
    stays += staysOf(planned.filter((one) => one.kind === kind));
    if (before > 0 && stays > most) break;
    kept.add(kind);
  }
  return kept;
}

function staysOf(attempts: readonly KindOfAttempts[]): number {
  return attempts.reduce((sum, { groups }) => sum + countStays(groups), 0);
}
