export interface PublishedRate {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  /** Major units of `toCurrency` for one of `fromCurrency`: a positive decimal. */
  readonly rate: string;
  readonly effectiveAt: Temporal.Instant;
  readonly source: string;
}

/** A rate as an exact fraction. */
export interface ExchangeRate {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly effectiveAt: Temporal.Instant;
  readonly source: string;
}

export const MAX_RATE_AGE = { hours: 7 * 24 };

/**
 * The newest direct rate, else the newest inverse one, else the best cross rate over one common currency. Undefined where
 * there is none of at most seven days.
 */
export function findRate(
  published: readonly PublishedRate[],
  from: string,
  to: string,
  now: Temporal.Instant,
): ExchangeRate | undefined {
  if (from === to) return { numerator: 1n, denominator: 1n, effectiveAt: now, source: 'identity' };
  const usable = published.filter(({ effectiveAt }) => isUsable(effectiveAt, now));
  return directOrInverse(usable, from, to) ?? crossRate(usable, from, to);
}

function isUsable(effectiveAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return (
    Temporal.Instant.compare(effectiveAt, now) <= 0 &&
    Temporal.Instant.compare(effectiveAt, now.subtract(MAX_RATE_AGE)) >= 0
  );
}

function directOrInverse(
  usable: readonly PublishedRate[],
  from: string,
  to: string,
): ExchangeRate | undefined {
  const direct = newest(usable, from, to);
  if (direct !== undefined) return direct;
  const inverse = newest(usable, to, from);
  return inverse && { ...inverse, numerator: inverse.denominator, denominator: inverse.numerator };
}

function newest(usable: readonly PublishedRate[], from: string, to: string): ExchangeRate | undefined {
  const found = usable
    .filter((rate) => rate.fromCurrency === from && rate.toCurrency === to)
    .reduce<PublishedRate | undefined>(
      (best, rate) => (best !== undefined && isOlder(rate, best) ? best : rate),
      undefined,
    );
  return found && { ...fractionOf(found.rate), effectiveAt: found.effectiveAt, source: found.source };
}

/** Of several common currencies the one whose older rate is the newest; the first by code where that is equal. */
function crossRate(usable: readonly PublishedRate[], from: string, to: string): ExchangeRate | undefined {
  const currencies = new Set(usable.flatMap(({ fromCurrency, toCurrency }) => [fromCurrency, toCurrency]));
  const rates = [...currencies]
    .filter((currency) => currency !== from && currency !== to)
    .toSorted()
    .flatMap(
      (common) => multiply(directOrInverse(usable, from, common), directOrInverse(usable, common, to)) ?? [],
    );
  return rates.reduce<ExchangeRate | undefined>(
    (best, rate) => (best === undefined || isOlder(best, rate) ? rate : best),
    undefined,
  );
}

function multiply(
  first: ExchangeRate | undefined,
  second: ExchangeRate | undefined,
): ExchangeRate | undefined {
  if (first === undefined || second === undefined) return undefined;
  return {
    numerator: first.numerator * second.numerator,
    denominator: first.denominator * second.denominator,
    effectiveAt: isOlder(first, second) ? first.effectiveAt : second.effectiveAt,
    source: 'cross',
  };
}

interface Dated {
  readonly effectiveAt: Temporal.Instant;
}

function isOlder(one: Dated, other: Dated): boolean {
  return Temporal.Instant.compare(one.effectiveAt, other.effectiveAt) < 0;
}

/** `1.085` is 1085 over 1000. */
function fractionOf(decimal: string): { numerator: bigint; denominator: bigint } {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}
