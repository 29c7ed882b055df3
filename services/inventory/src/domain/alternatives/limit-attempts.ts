import { ALTERNATIVE_KINDS } from './alternative.ts';
import type { AlternativeKind } from './alternative.ts';
import { countStays, countWork } from './plan-attempts.ts';
import type { KindOfAttempts } from './plan-attempts.ts';

export interface MostAttempts {
  readonly stays: number;
  /** Nights times plans. */
  readonly work: number;
}

/**
 * Limits the attempts for the refused stays of one request to `most` stays and work. Kinds are dropped
 * from the end, the same ones for every stay. If the first kind alone exceeds the limit,
 * only the first stays get attempts.
 */
export function limitAttempts(
  planned: readonly (readonly KindOfAttempts[])[],
  most: MostAttempts,
): (readonly KindOfAttempts[])[] {
  const kept = keptKinds(planned.flat(), most);
  let taken = NOTHING;
  return planned.map((ofStay) => {
    const attempts = ofStay.filter(({ kind }) => kept.has(kind));
    const withThem = add(taken, attempts);
    if (!fits(withThem, most)) return [];
    taken = withThem;
    return attempts;
  });
}

/** The first one that has attempts, and those after it as long as all of them fit. */
function keptKinds(planned: readonly KindOfAttempts[], most: MostAttempts): ReadonlySet<AlternativeKind> {
  const kept = new Set<AlternativeKind>();
  let taken = NOTHING;
  for (const kind of ALTERNATIVE_KINDS) {
    const before = taken;
    taken = add(
      taken,
      planned.filter((one) => one.kind === kind),
    );
    if (before.stays > 0 && !fits(taken, most)) break;
    kept.add(kind);
  }
  return kept;
}

const NOTHING: MostAttempts = { stays: 0, work: 0 };

function add({ stays, work }: MostAttempts, attempts: readonly KindOfAttempts[]): MostAttempts {
  return {
    stays: attempts.reduce((sum, { groups }) => sum + countStays(groups), stays),
    work: attempts.reduce((sum, { groups }) => sum + countWork(groups), work),
  };
}

function fits({ stays, work }: MostAttempts, most: MostAttempts): boolean {
  return stays <= most.stays && work <= most.work;
}
