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

const NONE: readonly TakenUnits[] = [];

/** A list of its own only where some are within the span and some are not: a search evaluates thousands of stays. */
function takenWithin(taken: readonly TakenUnits[], span: Span): readonly TakenUnits[] {
  let within = 0;
  for (const one of taken) if (isWithin(one, span)) within += 1;
  if (within === 0) return NONE;
  return within === taken.length ? taken : taken.filter((one) => isWithin(one, span));
}

function isWithin({ start, end }: TakenUnits, span: Span): boolean {
  return start < span.end && end > span.start;
}

/** The used units after each change within the span; a claim ends before one that begins at the same moment. */
function usedUnits(within: readonly TakenUnits[], span: Span): readonly UsedUnits[] {
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
  const within = takenWithin(taken, span);
  const [first] = within;
  if (first === undefined) return 0;
  if (within.length === 1) return first.units;
  return usedUnits(within, span).reduce((peak, used) => Math.max(peak, total(used)), 0);
}

const NO_KIND: ReadonlySet<ClaimKind> = new Set();
const ONE_KIND: Readonly<Record<ClaimKind, ReadonlySet<ClaimKind>>> = {
  reservation: new Set(['reservation']),
  external_block: new Set(['external_block']),
};

/** The kinds of the claims at the moments of the span at which `quantity` more units do not fit. */
export function blockingKinds(
  taken: readonly TakenUnits[],
  span: Span,
  { quantity, units }: { quantity: number; units: number },
): ReadonlySet<ClaimKind> {
  const within = takenWithin(taken, span);
  const [first] = within;
  if (first === undefined) return NO_KIND;
  if (within.length === 1) return first.units + quantity > units ? ONE_KIND[first.kind] : NO_KIND;
  const kinds = new Set<ClaimKind>();
  for (const used of usedUnits(within, span)) {
    if (total(used) + quantity <= units) continue;
    if (used.reservation > 0) kinds.add('reservation');
    if (used.external_block > 0) kinds.add('external_block');
  }
  return kinds;
}
