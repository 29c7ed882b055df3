import type { Span } from '../time/stay.ts';

export type ClaimKind = 'reservation' | 'external_block';

/** Units that one claim takes over a span. */
export interface TakenUnits extends Span {
  readonly kind: ClaimKind;
  readonly units: number;
}

/** The units that each kind takes at a moment. */
type UsedUnits = Readonly<Record<ClaimKind, number>>;

const NO_UNITS: UsedUnits = { reservation: 0, external_block: 0 };

const NONE: readonly UsedUnits[] = [];

/** The used units after each change within the span; a claim ends before one that begins at the same moment. */
function usedUnits(taken: readonly TakenUnits[], span: Span): readonly UsedUnits[] {
  if (taken.length === 0) return NONE;
  const within = taken.filter(({ start, end }) => start < span.end && end > span.start);
  // Most stays meet one claim at the most, and a search evaluates thousands of stays.
  if (within.length <= 1) return within.map(({ kind, units }) => ({ ...NO_UNITS, [kind]: units }));
  const changes = within
    .flatMap(({ start, end, kind, units }) => [
      { at: Math.max(start, span.start), kind, by: units },
      { at: end, kind, by: -units },
    ])
    .sort((one, other) => one.at - other.at || one.by - other.by);
  let used = NO_UNITS;
  return changes.map(({ kind, by }) => (used = { ...used, [kind]: used[kind] + by }));
}

function total(used: UsedUnits): number {
  return used.reservation + used.external_block;
}

/** The most units that are taken at any moment of the span. */
export function peakUnits(taken: readonly TakenUnits[], span: Span): number {
  return usedUnits(taken, span).reduce((peak, used) => Math.max(peak, total(used)), 0);
}

/** The kinds of the claims at the moments of the span at which `quantity` more units do not fit. */
export function blockingKinds(
  taken: readonly TakenUnits[],
  span: Span,
  { quantity, units }: { quantity: number; units: number },
): Set<ClaimKind> {
  const kinds = new Set<ClaimKind>();
  for (const used of usedUnits(taken, span)) {
    if (total(used) + quantity <= units) continue;
    if (used.reservation > 0) kinds.add('reservation');
    if (used.external_block > 0) kinds.add('external_block');
  }
  return kinds;
}
