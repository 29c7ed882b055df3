import type { Alternative } from '@lodging/client';
import { useQuery } from '@tanstack/react-query';
import { codeOf, isLodgingError } from '../../api/lodging.ts';
import { alternativesQuery } from '../../api/queries/changes.ts';
import { partyOf } from '../../api/queries/offers.ts';
import { AlternativeList } from '../../desk/refusals/alternative-list.tsx';
import { OtherBooking } from '../../desk/refusals/other-booking.tsx';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import type { BookInput, useBook } from './use-book.ts';

interface BookRefusalProps {
  readonly book: ReturnType<typeof useBook>;
  readonly onAlternative: (alternative: Alternative) => void;
}

/** The stay as it was sent cannot be sold. */
const TAKEN: readonly unknown[] = ['unavailable', 'booking_conflict', 'hold_conflict'];

/** Why nothing was booked, and what can be done about it. */
export function BookRefusal({
  book: { error, isBusy, isUnknown, run, sent },
  onAlternative,
}: BookRefusalProps) {
  const { newBooking: texts } = useTexts();
  const { price } = useFormats();
  if (error === null || sent === null) return null;
  const changed = totalNow(error);
  if (changed !== undefined) {
    const { currency } = sent.quote.priceBreakdown;
    const words = texts.priceChanged(price(sent.totalMinorUnits, currency), price(changed, currency));
    return <Refusal error={error} words={words} />;
  }
  return (
    <Refusal error={error} onTryAgain={() => run(sent)} isBusy={isBusy}>
      <p>{isUnknown ? texts.notKnown : texts.nothingBooked}</p>
      <OtherBooking error={error} />
      {TAKEN.includes(codeOf(error)) && <Taken error={error} sent={sent} onChoose={onAlternative} />}
    </Refusal>
  );
}

interface TakenProps {
  readonly error: unknown;
  readonly sent: BookInput;
  readonly onChoose: (alternative: Alternative) => void;
}

/** A conflict has neither reasons nor alternatives: a price of the same stay is refused with both. */
function Taken({ error, sent: { quote, stay }, onChoose }: TakenProps) {
  const { stayChange } = useTexts();
  const { resourceId, ratePlanId, from, to } = quote;
  const { data } = useQuery(alternativesQuery({ resourceId, ratePlanId, from, to, ...partyOf(stay) }));
  const reasons =
    isLodgingError(error) && error.code === 'unavailable' ? error.reasons : (data?.reasons ?? []);
  return (
    <>
      {reasons.length > 0 && <p>{reasons.map((reason) => stayChange.reasons[reason]).join(' ')}</p>}
      {reasons.length > 0 && data?.alternatives.length === 0 && <p>{stayChange.noAlternatives}</p>}
      {data !== undefined && data.alternatives.length > 0 && (
        <AlternativeList alternatives={data.alternatives} onChoose={onChoose} />
      )}
    </>
  );
}

/** The total of a price that has changed since it was shown. */
export function totalNow(error: unknown): string | undefined {
  if (codeOf(error) !== 'price_changed') return undefined;
  return (error as { readonly totalMinorUnits?: string }).totalMinorUnits;
}
