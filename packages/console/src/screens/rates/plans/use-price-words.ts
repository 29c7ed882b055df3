import type { PriceRow } from '../../../domain/prices/price-rows.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { useDerivedWords } from './use-derived-words.ts';

/** What acts on the base price of a row, in a few words. */
export function usePriceWords(): (row: PriceRow) => string {
  const { prices: texts } = useTexts();
  const derivedWords = useDerivedWords();
  return ({ plan, pricing, currency, resources }) => {
    const derived = plan?.derivedFrom ?? null;
    if (derived !== null) {
      const plans = resources[0]?.ratePlans ?? [];
      const parent = plans.find(({ code }) => code === derived.ratePlanCode)?.name ?? derived.ratePlanCode;
      return derivedWords(derived, parent, currency);
    }
    if (pricing?.baseAmountMinorUnits === undefined || pricing.baseAmountMinorUnits === null)
      return texts.noBase;
    const {
      dayOfWeekMultipliersBps = {},
      seasons = [],
      leadTimeTiers = [],
      lengthOfStayTiers = [],
    } = pricing;
    const parts = [
      Object.keys(dayOfWeekMultipliersBps).length > 0 ? [texts.hasWeekdays] : [],
      seasons.length > 0 ? [texts.hasSeasons(seasons.length)] : [],
      lengthOfStayTiers.length > 0 ? [texts.hasLengths] : [],
      leadTimeTiers.length > 0 ? [texts.hasLeadTimes] : [],
      (pricing.occupancy ?? null) === null ? [] : [texts.hasOccupancy],
    ].flat();
    return parts.length === 0 ? texts.sameEveryNight : parts.join(', ');
  };
}
