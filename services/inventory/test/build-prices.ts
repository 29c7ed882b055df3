import fc from 'fast-check';
import type { Derivation, OccupancyPricing, SellablePlan } from '../src/domain/resources/resource.ts';

const anyAmount = fc.bigInt({ min: 0n, max: 9_999n });

export const anyOccupancy: fc.Arbitrary<OccupancyPricing> = fc.record({
  includedAdults: fc.integer({ min: 1, max: 2 }),
  extraAdultMinorUnits: anyAmount,
  singleAdultMultiplierBps: fc.constantFrom(10_000, 7_777),
  includedChildren: fc.integer({ min: 0, max: 1 }),
  children: fc.tuple(fc.integer({ min: 0, max: 9 }), anyAmount, anyAmount).map(([age, young, old]) => [
    { fromAge: 0, toAge: age, amountMinorUnits: young },
    { fromAge: age + 2, toAge: 17, amountMinorUnits: old },
  ]),
});

const anyFormula: fc.Arbitrary<Omit<Derivation, 'ratePlanCode'>> = fc.record({
  multiplierBps: fc.constantFrom(10_000, 8_765, 12_345),
  adjustment: fc.option(
    fc.record({ kind: fc.constantFrom('add' as const, 'subtract' as const), amountMinorUnits: anyAmount }),
    { nil: undefined },
  ),
});

/** For the plans of a resource: the first has prices of its own, others may be derived from it. */
export const anyDerivations = fc.array(fc.option(anyFormula), { minLength: 4, maxLength: 4 });

export function withDerivations(
  plans: readonly SellablePlan[],
  formulas: typeof anyDerivations extends fc.Arbitrary<infer T> ? T : never,
): SellablePlan[] {
  const ratePlanCode = plans[0]?.code ?? '';
  return plans.map((plan, index) => {
    const formula = index === 0 ? null : (formulas[index] ?? null);
    return { ...plan, derivedFrom: formula && { ...formula, ratePlanCode } };
  });
}

/** As a request has them. */
export const anyOccupancyWire = fc.option(
  anyOccupancy.map(({ extraAdultMinorUnits, children, ...rest }) => ({
    ...rest,
    extraAdultMinorUnits: String(extraAdultMinorUnits),
    children: children.map((band) => ({ ...band, amountMinorUnits: String(band.amountMinorUnits) })),
  })),
  { freq: 2 },
);

/** Of a plan that is not the first. */
export const anyFormulaWire = fc.option(
  anyFormula.map(({ multiplierBps, adjustment }) => ({
    multiplierBps,
    ...(adjustment && {
      adjustment: { ...adjustment, amountMinorUnits: String(adjustment.amountMinorUnits) },
    }),
  })),
);

type FormulaWire = typeof anyFormulaWire extends fc.Arbitrary<infer T> ? T : never;

/** The derivations of a PUT of rates, after the plans have prices of their own. */
export function derivedEntries(
  plans: readonly { readonly formula: FormulaWire }[],
  { currency, codeOf }: { readonly currency: string; readonly codeOf: (index: number) => string },
) {
  return plans.flatMap(({ formula }, index) => {
    if (formula === null || index === 0) return [];
    const derivedFrom = { ...formula, ratePlanCode: codeOf(0) };
    return [{ code: codeOf(index), name: `Plan ${index}`, currency, derivedFrom }];
  });
}
